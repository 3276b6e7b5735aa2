// Playing against engines, and watching them play.

import type { Arrow } from '../board/arrows';
import { isWhite, readPlacement } from '../board/pieces';
import { engineName } from '../engines';
import { GameClock, turnAtEnd } from '../game/clock';
import { withClock } from '../game/commands';
import { GameDocument, type PlayState } from '../game/document';
import { engineAt, playerName } from '../game/players';
import { Tree, type TreeStart } from '../game/tree';
import { gameOf, knownGame } from '../games';
import { fill, levelName, reason, t } from '../i18n';
import type { Color, LegalMove, PositionReply } from '../protocol';
import type { Seat, Table, View } from '../table';
import { announce, h, toast, toastFailure } from '../ui/dom';
import { keepFocus } from '../ui/focus';
import { scoreText } from '../ui/format';
import { showCurrent } from '../ui/moves';
import { playSound } from '../ui/sound';
import { playPanel } from './play-panel';
import { loadOrSay } from './saved';
import { openSetup, type SetupChoice } from './setup';
import { kindOf, Thinker } from './thinker';

export class PlayView implements View {
  readonly name = 'play';
  readonly panel = h('section', { class: 'panel play-panel' });
  private thinker: Thinker;
  /** True while engines wait: a watched game is halted, or an engine has failed. */
  private isPaused = false;
  /** What the engines of a watched game thought of their last moves. */
  private thoughts: Partial<Record<Color, string>> = {};
  private hint: Arrow | null = null;
  private busy = false;
  private resigning = -Infinity;
  /** The line to go on from. */
  private from: Tree | null = null;
  private clock = new GameClock({
    runs: () => this.clockRuns(),
    onTick: () => this.table.paintClocks(),
    onLow: () => playSound('low'),
    onFlag: (loser) => this.flagFell(loser),
  });

  constructor(
    private table: Table,
    private analyseGame: (document: GameDocument) => void,
  ) {
    this.thinker = new Thinker(table, {
      isCurrent: (document, node) => this.document === document && document.current === node && !this.game?.over,
      onMove: async (move, { score, depth }, color) => {
        const white = color === 'w' ? 1 : -1;
        const seen = { cp: (score.cp ?? 0) * white, mate: score.mate === undefined ? undefined : score.mate * white };
        this.thoughts[color] = `${scoreText(seen)} · ${t('depth')} ${depth}`;
        this.addIncrement();
        await this.table.play(move, this.stamp());
      },
      onTrouble: (error) => this.troubled(error),
    });
  }

  private get document(): GameDocument | null {
    return this.table.view === this ? this.table.document : null;
  }

  private get game(): PlayState | null {
    return this.document?.data.play ?? null;
  }

  /** Takes up the game that was being played, or offers one. */
  async enter(isWanted: () => boolean): Promise<void> {
    const { settings } = this.table;
    const id = settings.value.playing;
    const document = id ? await loadOrSay(this.table, id) : null;
    if (!isWanted()) return;
    this.table.view = this;
    if (document?.data.play) await this.resume(document);
    else await this.offer();
    const { from } = this;
    this.from = null;
    if (from && isWanted()) openSetup(this.table, (choice) => void this.begin(choice), from);
  }

  /** A board without a game, and what was chosen last. */
  private async offer(): Promise<void> {
    const { settings } = this.table;
    const tree = new Tree({ variant: knownGame(settings.value.variant).name });
    const blank = GameDocument.create('play', tree, {
      play: {
        color: 'w',
        elo: settings.value.elo,
        clock: null,
        over: { result: '*', reason: '' },
        seed: 1,
        takebacks: 0,
      },
    });
    await this.table.open(blank);
  }

  /** Goes on from the end of a line, once the view is entered. */
  goOn(from: Tree): void {
    this.from = from;
  }

  async resume(document: GameDocument, current = document.tree.end(0)): Promise<void> {
    document.current = current;
    this.reset();
    await this.table.open(document);
    this.clock.start(document);
  }

  private reset(): void {
    this.thinker.forget();
    this.isPaused = false;
    this.thoughts = {};
    this.hint = null;
    this.busy = false;
  }

  leave(): void {
    // What is shown here is not of the game until that is loaded again.
    this.panel.replaceChildren();
    this.clock.stop();
    this.thinker.stop();
    this.reset();
  }

  setUp(): void {
    openSetup(this.table, (choice) => void this.begin(choice));
  }

  private async begin(choice: SetupChoice): Promise<void> {
    const start: TreeStart = {
      variant: choice.variant,
      fen: choice.fen,
      number: choice.number,
      counting: gameOf(choice.variant).data.counting ? choice.counting : undefined,
    };
    const tree = choice.tree ?? new Tree(start);
    const both = choice.opponent === 'person';
    const watched = choice.opponent === 'engines';
    const color = both || watched ? 'w' : choice.color === 'random' ? (Math.random() < 0.5 ? 'w' : 'b') : choice.color;
    const clock = choice.clock
      ? { base: choice.clock[0], increment: choice.clock[1], w: choice.clock[0], b: choice.clock[0] }
      : null;
    const document = GameDocument.create('play', tree, {
      orientation: color,
      play: {
        color,
        both: both || undefined,
        watched: watched || undefined,
        engines: this.enginesOf(choice, color),
        movetime: watched && !clock ? choice.secondsEach * 1000 : undefined,
        elo: choice.elo,
        clock,
        over: null,
        seed: Math.floor(Math.random() * 2 ** 31),
        takebacks: 0,
      },
    });
    // What was chosen with one click is what the next one begins.
    const variant = choice.tree || choice.fen ? {} : { variant: choice.variant };
    this.table.settings.set({ playing: document.data.id, opponent: choice.opponent, ...variant });
    this.table.view = this;
    this.reset();
    await this.table.open(document);
    this.clock.start(document);
    playSound('notify');
  }

  /** The sides that engines other than Erawan play. */
  private enginesOf(choice: SetupChoice, color: Color): PlayState['engines'] {
    const known = (name: string) => this.table.engines.known(name, choice.variant) || undefined;
    const [white, black] = choice.rivals.map(known);
    if (choice.opponent === 'engines') return white || black ? { w: white, b: black } : undefined;
    const rival = choice.opponent === 'engine' ? known(choice.rival) : undefined;
    return rival ? { [color === 'w' ? 'b' : 'w']: rival } : undefined;
  }

  // What the table asks.

  movable(info: PositionReply): Color | null {
    const game = this.game;
    if (!game || game.over || !this.atEnd() || info.outcome) return null;
    return engineAt(game, info.turn) === null ? info.turn : null;
  }

  premovable(info: PositionReply): Color | null {
    const game = this.game;
    if (!game || game.over || game.both || game.watched || !this.atEnd() || info.outcome) return null;
    return info.turn === game.color ? null : game.color;
  }

  arrows(): Arrow[] {
    return this.hint ? [this.hint] : [];
  }

  mayCount(info: PositionReply): boolean {
    return this.movable(info) !== null;
  }

  seat(color: Color): Seat {
    const game = this.game;
    if (!game) return { name: t(color === 'w' ? 'white' : 'black'), note: '', clock: null, running: false };
    const info = this.table.info;
    const running = !!game.clock && !game.over && info?.turn === color && this.clockRuns();
    return {
      name: playerName(game, color),
      note: this.noteOf(color, game),
      clock: game.clock?.[color] ?? null,
      running,
    };
  }

  /** What stands beside the name of an engine. */
  private noteOf(color: Color, game: PlayState): string {
    const engine = engineAt(game, color);
    if (engine === null) return '';
    if (this.isPaused && this.table.info?.turn === color && !game.over) return t('pausedGame');
    if (game.watched && this.thoughts[color]) return this.thoughts[color];
    if (this.thinker.isThinking && !game.watched) return t('thinking');
    return engine ? this.table.engines.title(engine) : `${game.elo ?? ''} ${levelName(game.elo)}`.trim();
  }

  shown(info: PositionReply): void {
    const game = this.game;
    if (!game) return;
    if (info.outcome && !game.over && this.atEnd()) this.finish(info.outcome.result, info.outcome.reason);
    // Engines do not claim draws; what a referee would see ends their game.
    else if (game.watched && info.claim && info.claim !== 'countoffer' && !game.over && this.atEnd()) {
      this.finish('1/2-1/2', info.claim);
    }
    this.paint();
    const { document } = this;
    if (!document || game.over || !this.atEnd() || game.both) return;
    if (engineAt(game, info.turn) === null) this.playPremove(info);
    else if (!this.thinker.isThinking && !this.isPaused) void this.thinker.think(document, game);
  }

  moved(move: LegalMove): void {
    this.hint = null;
    this.addIncrement();
    void this.table.play(move, this.stamp());
  }

  /** The time on the clock, as it is written beside the move. */
  private stamp(): string {
    const { game } = this;
    const turn = this.table.info?.turn;
    return game?.clock && turn ? withClock('', game.clock[turn]) : '';
  }

  private playPremove(info: PositionReply): void {
    const premove = this.table.board.takePremove();
    if (!premove) return;
    const [from, to] = premove;
    const moves = info.moves.filter((move) => move.from === from && (move.to === to || move.also === to));
    const move = moves.find((candidate) => candidate.promotion === this.table.game.data.promotions[0]) ?? moves[0];
    if (move) setTimeout(() => this.moved(move), 60);
  }

  private atEnd(): boolean {
    const document = this.document;
    return !!document && document.tree.get(document.current).children.length === 0;
  }

  // The engine's moves.

  private troubled(error: unknown): void {
    const kind = kindOf(error);
    if (kind === 'engine') {
      toast(t('engineFailed'), 'bad');
      setTimeout(() => this.takeUp(), 500);
    } else if (kind === 'rival' || (kind === 'limit' && this.game?.engines)) {
      // The game waits, clocks too, until somebody lets it go on.
      toastFailure(error);
      this.pause();
    } else if (kind !== 'lost' && kind !== 'done') toastFailure(error);
  }

  /** Engines wait, and clocks stand still. */
  private pause(): void {
    this.isPaused = true;
    this.thinker.stop();
    announce(t('pausedGame'));
    this.paint();
    this.table.paintStrips();
  }

  private goOnPlaying(): void {
    this.isPaused = false;
    this.takeUp();
    this.table.paintStrips();
  }

  /** After a lost connection: goes on where the game was. */
  takeUp(): void {
    const { info } = this.table;
    this.thinker.forget();
    if (this.document && info) this.shown(info);
    else if (this.document) void this.table.show(this.document.current, true);
  }

  // Clocks.

  private clockRuns(): boolean {
    const document = this.document;
    const isConnected = this.table.connection.status === 'open';
    // In a watched game the first move takes its time too.
    const isBegun = document?.data.play?.watched || !!document?.tree.root.children.length;
    return isBegun && isConnected && !this.isPaused;
  }

  /** Time is a loss, unless the other side has nothing left to win with. */
  private flagFell(loser: Color): void {
    const men = [...readPlacement(this.table.info?.fen ?? '').values()];
    const bare = men.filter((piece) => isWhite(piece) !== (loser === 'w')).length < 2;
    this.thinker.stop();
    if (bare) this.finish('1/2-1/2', 'timeMaterial');
    else this.finish(loser === 'w' ? '0-1' : '1-0', 'time');
    this.paint();
    this.table.paint();
  }

  private addIncrement(): void {
    const game = this.game;
    const turn = this.table.info?.turn;
    if (game?.clock && turn && this.clockRuns()) game.clock[turn] += game.clock.increment;
  }

  // Buttons.

  private finish(result: string, why: string): void {
    const { document, game } = this;
    if (!document || !game || game.over) return;
    game.over = { result, reason: why };
    document.data.result = result;
    this.clock.stop();
    this.table.board.clearPremove();
    this.table.documents.save(document);
    if (why !== 'checkmate') playSound('end');
    announce(`${this.verdict()} ${reason(why)}`);
    this.table.paint();
  }

  private verdict(): string {
    const game = this.game;
    const result = game?.over?.result;
    if (result === '1/2-1/2') return t('draw');
    if (result !== '1-0' && result !== '0-1') return result === '*' ? t('unfinished') : '';
    const winner: Color = result === '1-0' ? 'w' : 'b';
    if (!game || game.both) return t(winner === 'w' ? 'whiteWins' : 'blackWins');
    const engine = engineAt(game, winner);
    if (engine === null) return t('youWin');
    const isAgainstItself = game.watched && engine === engineAt(game, winner === 'w' ? 'b' : 'w');
    if (isAgainstItself) return t(winner === 'w' ? 'whiteWins' : 'blackWins');
    return engine ? fill('wins', { name: engineName(engine) }) : t('youLose');
  }

  private takeBack(): void {
    const { document, game } = this;
    if (!document || !game || game.watched || game.over?.reason.startsWith('time')) return;
    const end = document.tree.end(0);
    const path = document.tree.path(end);
    if (path.length < 2) return;
    const plies = !game.both && turnAtEnd(document) === game.color ? 2 : 1;
    if (path.length - 1 < plies) return;
    const target = path[path.length - 1 - plies];
    const doomed = path[path.length - plies];
    if (!target || !doomed) return;
    this.thinker.stop();
    game.over = null;
    game.takebacks += 1;
    document.data.result = '*';
    document.tree.remove(doomed.id);
    target.actions = [];
    this.hint = null;
    this.table.board.clearPremove();
    this.clock.start(document);
    void this.table.show(target.id);
  }

  private async showHint(): Promise<void> {
    const { document } = this;
    const { info } = this.table;
    if (!document || !info || this.busy || this.movable(info) === null) return;
    this.busy = true;
    const node = document.current;
    try {
      const answer = await this.table.connection.ask(
        { type: 'play', line: document.tree.line(node), seed: 0, movetime: 700 },
        'played',
      );
      if (document.current === node && answer.move) {
        const move = info.moves.find((candidate) => candidate.uci === answer.move);
        if (move) this.hint = { from: move.from, to: move.to, kind: 'hint', strength: 1 };
        announce(`${t('hint')}: ${answer.san ?? ''}`);
        this.table.paint();
      }
    } catch (error) {
      this.troubled(error);
    }
    this.busy = false;
  }

  private resign(): void {
    const game = this.game;
    if (!game) return;
    const now = performance.now();
    if (now - this.resigning > 3000) {
      this.resigning = now;
      this.paint();
      announce(t('reallyResign'));
      setTimeout(() => this.game && this.paint(), 3050);
      return;
    }
    this.resigning = -Infinity;
    const loser = game.both && this.document ? turnAtEnd(this.document) : game.color;
    this.finish(loser === 'w' ? '0-1' : '1-0', 'resignation');
    this.paint();
  }

  /** The engine takes a draw unless it thinks that it stands better. */
  private async offerDraw(): Promise<void> {
    const { document, game } = this;
    const { info } = this.table;
    if (!document || !game || !info || this.busy) return;
    if (info.claim) {
      this.finish('1/2-1/2', info.claim);
      this.paint();
      return;
    }
    if (game.both) {
      this.finish('1/2-1/2', 'agreement');
      this.paint();
      return;
    }
    // Whom nobody can ask does not agree.
    if (this.movable(info) === null || game.engines) return;
    this.busy = true;
    const node = document.current;
    try {
      const answer = await this.table.connection.ask(
        { type: 'play', line: document.tree.line(node), seed: 0, movetime: 500 },
        'played',
      );
      if (document.current !== node || game.over) return;
      const mine = answer.score.mate !== undefined ? answer.score.mate * 1000 : (answer.score.cp ?? 0);
      const early = document.tree.ply(node) < 20 && info.fullmove < 12;
      if (mine >= -15 && !early) {
        this.finish('1/2-1/2', 'agreement');
        this.paint();
      } else toast(t('declined'));
    } catch (error) {
      this.troubled(error);
    } finally {
      this.busy = false;
    }
  }

  private paint(): void {
    const { document, game } = this;
    const { info } = this.table;
    if (!document || !game || !info) return;
    const { sheet, tools, list } = playPanel(this.table, document, info, {
      verdict: this.verdict(),
      mine: this.movable(info) !== null,
      paused: this.isPaused,
      sure: performance.now() - this.resigning < 3000,
      onTakeBack: () => this.takeBack(),
      onHint: () => void this.showHint(),
      onDraw: () => void this.offerDraw(),
      onResign: () => this.resign(),
      onPause: () => (this.isPaused ? this.goOnPlaying() : this.pause()),
      onStop: () => {
        this.thinker.stop();
        this.finish('*', 'stopped');
        this.paint();
      },
      onAnalyse: () => this.analyseGame(document),
      onPlay: (choice) => void this.begin(choice),
      onChoose: () => this.setUp(),
    });
    const typed = this.panel.querySelector<HTMLInputElement>('#typed-move')?.value ?? '';
    keepFocus(this.panel, () => {
      this.panel.replaceChildren(sheet, tools);
      const next = this.panel.querySelector<HTMLInputElement>('#typed-move');
      if (next) next.value = typed;
    });
    showCurrent(list);
  }

  key(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey) return false;
    switch (event.key) {
      case 'h':
        void this.showHint();
        return true;
      case 'u':
        this.takeBack();
        return true;
      case 'n':
        this.setUp();
        return true;
      case 'Escape':
        this.table.board.clearPremove();
        return true;
      default:
        return false;
    }
  }
}
