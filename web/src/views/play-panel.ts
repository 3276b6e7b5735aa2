// What stands beside the board while a game is played.

import type { GameDocument, PlayState } from '../game/document';
import { firstMove } from '../game/tree';
import { isThai, reason, t } from '../i18n';
import type { PositionReply } from '../protocol';
import type { Table } from '../table';
import { h, iconButton } from '../ui/dom';
import { moveList } from '../ui/moves';
import { typedInput } from '../ui/typed-input';
import type { SetupChoice } from './setup';
import { startCard } from './start';

/** What the game allows, and what is done when something is pressed. */
export interface PlayActions {
  verdict: string;
  /** True if a person is to move. */
  mine: boolean;
  /** True if resigning has been asked for once. */
  sure: boolean;
  /** True while engines wait. */
  paused: boolean;
  onTakeBack: () => void;
  onHint: () => void;
  onDraw: () => void;
  onResign: () => void;
  onPause: () => void;
  onStop: () => void;
  onAnalyse: () => void;
  onPlay: (choice: SetupChoice) => void;
  onChoose: () => void;
}

function title(document: GameDocument, info: PositionReply): string {
  const { title: name, data } = document.game;
  const number = info.number ?? document.tree.start.number ?? null;
  return data.starts === null || number === null ? name : `${name} ${isThai() ? 'เลขที่' : '#'}${number}`;
}

/** The sheet of moves, and the tools beside it. */
export function playPanel(
  table: Table,
  document: GameDocument,
  info: PositionReply,
  actions: PlayActions,
): { sheet: HTMLElement; tools: HTMLElement; list: HTMLElement } {
  const game = document.data.play as PlayState;
  const list = moveList({
    tree: document.tree,
    current: document.current,
    ...firstMove(document.tree.start.fen),
    variations: false,
    onSelect: (id) => void table.show(id),
  });
  const head = h('div', { class: 'panel-head' }, h('h2', { text: title(document, info) }));
  if (info.opening) head.append(h('p', { class: 'opening', text: `${info.opening.eco} ${info.opening.name}` }));
  const sheet = h(
    'div',
    { class: 'sheet' },
    head,
    h('div', { class: 'scroll moves-box' }, list),
    table.stepButtons(),
    game.over || game.watched ? null : typedInput(table),
  );
  const parts = game.over ? overParts(table, document, actions) : runningParts(document, info, actions);
  return { sheet, tools: h('div', { class: 'tools' }, ...parts), list };
}

/** After a game, or before the first. */
function overParts(table: Table, document: GameDocument, actions: PlayActions): HTMLElement[] {
  const over = (document.data.play as PlayState).over as NonNullable<PlayState['over']>;
  const started = document.tree.root.children.length > 0;
  const parts: HTMLElement[] = [];
  if (over.reason) {
    parts.push(
      h(
        'div',
        { class: 'verdict', role: 'status' },
        h('strong', { text: actions.verdict }),
        h('span', { text: reason(over.reason) }),
        h('span', { class: 'score', text: over.result.replace('1/2-1/2', '½–½').replace('-', '–') }),
      ),
    );
  }
  if (started) {
    parts.push(
      h(
        'div',
        { class: 'actions' },
        iconButton('analyse', t('analyseGame'), actions.onAnalyse, { shown: true }),
        !over.reason.startsWith('time') &&
          !document.data.play?.watched &&
          iconButton('undo', t('takeBack'), actions.onTakeBack, { shown: true }),
      ),
    );
  }
  parts.push(startCard(table, t(over.reason ? 'rematch' : 'playNow'), actions));
  return parts;
}

function runningParts(document: GameDocument, info: PositionReply, actions: PlayActions): HTMLElement[] {
  const game = document.data.play as PlayState;
  const { mine, sure, paused } = actions;
  const started = document.tree.root.children.length > 0;
  const offer = t(game.both ? 'agreeDraw' : 'offerDraw');
  const claim = info.claim ? t(info.claim === 'countoffer' ? 'acceptDraw' : 'claimDraw') : offer;
  const least = game.both || game.color === 'w' ? 1 : 2;
  const halt = iconButton(paused ? 'play' : 'pause', t(paused ? 'resumeGame' : 'pauseGame'), actions.onPause, {
    shown: true,
    class: paused ? 'primary' : '',
  });
  const quiet = h(
    'div',
    { class: 'actions quiet-actions' },
    iconButton('plus', t('newGame'), actions.onChoose, { shown: true }),
    started && iconButton('analyse', t('analyse'), actions.onAnalyse, { shown: true }),
  );
  if (game.watched) {
    const end = iconButton('flag', t('stopGame'), actions.onStop, { shown: true });
    return [h('div', { class: 'actions grid' }, halt, end), quiet];
  }
  return [
    paused ? h('div', { class: 'actions' }, halt) : h('span', { hidden: true }),
    h(
      'div',
      { class: 'actions grid' },
      iconButton('undo', t('takeBack'), actions.onTakeBack, {
        shown: true,
        disabled: document.tree.ply(document.tree.end(0)) < least,
      }),
      iconButton('hint', t('hint'), actions.onHint, { shown: true, disabled: !mine }),
      iconButton('draw', claim, actions.onDraw, {
        shown: true,
        disabled: !mine || (!info.claim && !!game.engines),
        class: info.claim ? 'primary' : '',
      }),
      iconButton('flag', sure ? t('reallyResign') : t('resign'), actions.onResign, {
        shown: true,
        class: sure ? 'danger' : '',
      }),
    ),
    quiet,
  ];
}
