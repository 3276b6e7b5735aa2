// What is to be a repertoire: its name, its side, and the moves.

import { RequestError } from '../connection';
import type { GameDocument } from '../game/document';
import { gameOf } from '../games';
import { fill, reasonText, t, type Word } from '../i18n';
import type { AnswerOf, Color, GameRecord } from '../protocol';
import type { Table } from '../table';
import { choices, openDialog } from '../ui/dialog';
import { type Action, h, toast } from '../ui/dom';
import { exactCount } from '../ui/format';
import { readFile } from './open';

type Kept = AnswerOf<'repertoireKept'>;

interface Wanted {
  name: string;
  color: Color;
  replace: boolean;
}

/** The part that both dialogs have: name, side, what is wrong, and the buttons. */
class Form {
  readonly element: HTMLFormElement;
  private name = h('input', {
    type: 'text',
    class: 'field',
    name: 'name',
    maxlength: '100',
    autocomplete: 'off',
    required: true,
    'aria-label': t('repertoireName'),
  });
  private error = h('p', { class: 'form-error', role: 'alert' });
  private replace: HTMLButtonElement;
  private color: Color;
  private isSending = false;

  constructor(
    title: Word,
    how: Word,
    first: { name: string; color: Color },
    parts: HTMLElement[],
    private send: (wanted: Wanted) => Promise<Kept>,
    private done: (name: string, kept: Kept) => void,
  ) {
    this.name.value = first.name;
    this.color = first.color;
    this.error.hidden = true;
    this.replace = h('button', {
      type: 'button',
      class: 'button',
      text: t('replaceIt'),
      title: t('replaceHow'),
      on: { click: () => void this.submit(true) },
    });
    this.replace.hidden = true;
    this.name.addEventListener('input', () => this.say(''));
    const side = (color: Color): [Color, string] => [color, t(color === 'w' ? 'white' : 'black')];
    const submit = (event: SubmitEvent) => {
      event.preventDefault();
      void this.submit(false);
    };
    this.element = h(
      'form',
      { class: 'paste repertoire-form', on: { submit } },
      h('p', { class: 'quiet', text: t(how) }),
      h('label', { class: 'field-group' }, h('span', { class: 'legend', text: t('repertoireName') }), this.name),
      choices(t('repertoireColor'), [side('w'), side('b')], this.color, (color) => {
        this.color = color;
        this.say('');
      }),
      ...parts,
      this.error,
      h(
        'div',
        { class: 'actions' },
        h('button', { type: 'submit', class: 'button primary', text: t('keep') }),
        this.replace,
      ),
    );
    this.close = openDialog(t(title), this.element);
    this.name.focus();
  }

  private close: () => void;

  /** What is wrong stays in view beside what was written. */
  say(text: string, mayReplace = false): void {
    this.error.textContent = text;
    this.error.hidden = !text;
    this.replace.hidden = !mayReplace;
  }

  /** A name for whoever has not given one. */
  suggest(name: string): void {
    if (!this.name.value.trim()) this.name.value = name.slice(0, 100);
  }

  private async submit(replace: boolean): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    const name = this.name.value.trim();
    try {
      const kept = await this.send({ name, color: this.color, replace });
      this.close();
      this.done(name, kept);
    } catch (error) {
      this.say(reasonText(error), error instanceof RequestError && error.kind === 'conflict');
    } finally {
      this.isSending = false;
    }
  }
}

/** Says that a repertoire is kept. */
function told(name: string, { total, known, replaced }: Kept, actions: Action[]): void {
  const numbers = { name, total: exactCount(total), known: exactCount(known) };
  toast(fill(replaced ? 'repertoireReplaced' : 'repertoireKept', numbers), 'plain', 8000, actions);
}

/** The tree on the board without what reviews have said. */
async function treeRecord(table: Table, document: GameDocument): Promise<GameRecord> {
  const { start } = document.tree;
  const plain = !start.fen && gameOf(start.variant).data.starts === null;
  const fen = plain ? '' : (await table.describe({ ...start, moves: [] })).fen;
  return document.tree.toRecord([], '*', fen);
}

/** Asks how the tree on the board is to be kept as a repertoire. */
export function askKeep(table: Table, document: GameDocument): void {
  const tags = new Map(document.data.tags);
  const isGame = [tags.get('White'), tags.get('Black')].some((name) => name && name !== '?');
  const event = tags.get('Event') ?? '';
  // One that was opened from the list goes back under its name.
  const name = isGame || /^\?*$/.test(event) ? '' : event;
  const first = { name, color: document.data.orientation };
  const send = async (wanted: Wanted) => {
    const game = await treeRecord(table, document);
    return await table.connection.ask({ type: 'putRepertoire', game, ...wanted }, 'repertoireKept');
  };
  const go = () => {
    location.hash = 'train';
  };
  new Form('keepRepertoire', 'keepRepertoireHow', first, [], send, (name, kept) =>
    told(name, kept, [[t('train'), go]]),
  );
}

/** Asks for a PGN that is to become a repertoire. */
export function askImport(table: Table, done: () => void): void {
  const area = h('textarea', {
    class: 'field mono',
    name: 'pgn',
    rows: '7',
    spellcheck: 'false',
    required: true,
    'aria-label': t('repertoireText'),
  });
  const input = h('input', { type: 'file', class: 'hidden', tabindex: '-1', 'aria-label': t('openFile') });
  const picked = async () => {
    const file = input.files?.[0];
    input.value = '';
    const text = file && (await readFile(file));
    if (!file || text === null || text === undefined) return;
    area.value = text;
    form.say('');
    form.suggest(file.name.replace(/\.[^.]*$/, ''));
  };
  input.addEventListener('change', () => void picked());
  area.addEventListener('input', () => form.say(''));
  const choose = h('button', {
    type: 'button',
    class: 'button small',
    text: t('openFile'),
    on: { click: () => input.click() },
  });
  const text = h(
    'div',
    { class: 'field-group' },
    h('span', { class: 'legend', text: t('repertoireText') }),
    area,
    h('div', { class: 'actions' }, choose, input),
  );
  const send = (wanted: Wanted) =>
    table.connection.ask({ type: 'importRepertoire', text: area.value, ...wanted }, 'repertoireKept');
  const form = new Form(
    'importRepertoire',
    'importRepertoireHow',
    { name: '', color: 'w' },
    [text],
    send,
    (name, kept) => {
      told(name, kept, []);
      done();
    },
  );
}
