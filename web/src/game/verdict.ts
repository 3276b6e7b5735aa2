// What a review says about a bad move. English comes from the server; Thai is
// put into words here.

import type { Game } from '../games';
import { isThai, pieceName, squareName } from '../i18n';
import type { PraiseReply, ReasonReply, ReviewedMove, Role } from '../protocol';

/** What is kept of a bad move. */
export interface Verdict {
  judgement: string;
  /** In English. */
  text: string;
  reason?: ReasonReply;
  best?: string;
  bestThai?: string;
  /** The best move in UCI, to know it by. */
  bestMove?: string;
  /** The best line, that move first. */
  line?: LineMove[];
  /** The line that refutes the move. */
  reply?: LineMove[];
}

/** A move of a line, in UCI and as people write it. */
export interface LineMove {
  uci: string;
  san: string;
  thai: string;
}

/** A line of the server, which comes in columns. */
export function lineOf(moves?: string[], sans?: string[], thai?: string[]): LineMove[] | undefined {
  return moves?.map((uci, index) => ({ uci, san: sans?.[index] ?? uci, thai: thai?.[index] ?? '' }));
}

export function verdictOf(move: ReviewedMove): Verdict | undefined {
  if (!move.verdict) return undefined;
  return {
    judgement: move.judgement,
    text: move.verdict,
    reason: move.reason,
    best: move.sans?.[0],
    bestThai: move.thai?.[0],
    bestMove: move.best?.[0],
    line: lineOf(move.best, move.sans, move.thai),
    reply: lineOf(move.reply, move.replySans, move.replyThai),
  };
}

const TITLES: Record<string, string> = { inaccuracy: 'ไม่แม่น', mistake: 'พลาด', blunder: 'พลาดหนัก' };

/** What a man is called and where it stands: `เรือที่ ก๑`. */
function placed(reason: ReasonReply, index: number, game: Game): string {
  const man = reason.men?.[index];
  return man ? `${pieceName(man.piece, game)}ที่ ${squareName(man.square, game)}` : '';
}

/** The order in which men are counted up. */
const ROLES: Role[] = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];

/** What was given or got, in words: `เรือและเบี้ย 2 ตัว`. */
function list(letters: string[] | undefined, game: Game): string {
  const parts = ROLES.flatMap((role) => {
    const same = (letters ?? []).filter((letter) => game.role(letter) === role);
    if (!same[0]) return [];
    const name = pieceName(same[0], game);
    return [same.length > 1 ? `${name} ${same.length} ตัว` : name];
  });
  const last = parts.pop() ?? '';
  return parts.length ? `${parts.join(' ')}และ${last}` : last;
}

/** What is got for what is lost, if anything is. */
function butGets(reason: ReasonReply, game: Game): string {
  return reason.won?.length ? ` ได้แค่${list(reason.won, game)}` : '';
}

/** What has to be given for what is missed, if anything has. */
function inExchange(reason: ReasonReply, game: Game): string {
  return reason.lost?.length ? ` แลกกับ${list(reason.lost, game)}` : '';
}

/** What lines with a name of their own are called, whoever plays them. */
function thaiTactic(tactic: string, reason: ReasonReply, game: Game): string {
  const on = placed(reason, 0, game);
  const second = reason.men?.[1] ? pieceName(reason.men[1].piece, game) : '';
  const all = (reason.men ?? []).map((each) => pieceName(each.piece, game)).join('และ');
  switch (tactic) {
    case 'fork':
      return `จับสอง: ${all}`;
    case 'pin':
      return `ตรึง${on}`;
    case 'skewer':
      return `เสียบ${second} ได้${on}`;
    case 'discovery':
      return `เปิดโจมตี${on}`;
    case 'double-check':
      return `รุกสองทาง ได้${on}`;
    case 'guard':
      return `กินตัวที่คุ้ม${on}`;
    case 'overload':
      return `${second}คุ้ม${on}ไม่ไหว`;
    case 'trap':
      return `${on}ไม่มีทางหนี`;
    default:
      return '';
  }
}

/** The tactic that a reason is named after. */
const TACTICS: Record<string, string> = {
  'allows-fork': 'fork',
  'allows-pin': 'pin',
  'allows-skewer': 'skewer',
  'allows-discovery': 'discovery',
  'allows-double-check': 'double-check',
  'loses-guard': 'guard',
  overloads: 'overload',
  'gets-trapped': 'trap',
  'misses-fork': 'fork',
  'misses-pin': 'pin',
  'misses-skewer': 'skewer',
  'misses-discovery': 'discovery',
  'misses-double-check': 'double-check',
  'misses-guard': 'guard',
  'misses-overload': 'overload',
  'misses-trap': 'trap',
};

function thaiReason(reason: ReasonReply, game: Game): string {
  const man = reason.men?.[0];
  const square = man ? squareName(man.square, game) : '';
  const on = placed(reason, 0, game);
  const move = reason.thai ?? reason.san ?? '';
  const tactic = TACTICS[reason.name];
  if (tactic) {
    const opening = reason.line === 'best' ? 'พลาด' : 'เปิดให้';
    return `${opening} ${move} ${thaiTactic(tactic, reason, game)}`;
  }
  switch (reason.name) {
    case 'misses-mate':
      return `มีรุกจนใน ${reason.number} ตา`;
    case 'allows-mate':
      return `เปิดให้ถูกรุกจนใน ${reason.number} ตา`;
    case 'allows-back-rank-mate':
      return `เปิดให้ถูกรุกจนแถวหลังใน ${reason.number} ตา`;
    case 'stalemate':
      return 'กลายเป็นอับ ชัยชนะหลุดไป';
    case 'repetition':
      return 'รูปหมากซ้ำอีกครั้ง เกมจึงเสมอ';
    case 'too-little-left':
      return 'หมากที่เหลือไม่พอรุกจน';
    case 'count-runs-out':
      return reason.number ? `แพ้ศักดิ์: เหลือนับอีก ${reason.number} ตา ไม่ทันรุกจน` : 'นับครบศักดิ์ ชัยชนะหลุดไป';
    case 'starts-count':
      return `แพ้ศักดิ์: เริ่มนับ ${reason.number} ตา ไม่พอรุกจน`;
    case 'spoils-win':
      return 'ตามตารางปลายกระดานเคยชนะ ตอนนี้ไม่ชนะแล้ว';
    case 'spoils-draw':
      return 'ตามตารางปลายกระดานเคยเสมอ ตอนนี้แพ้แล้ว';
    case 'puts-en-prise':
      return `วาง${on} ให้กินได้`;
    case 'leaves-en-prise':
      return `ทิ้ง${on} ให้กินได้`;
    case 'uncovers':
      return `${on} ขาดตัวคุ้ม ถูกกินได้`;
    case 'bad-exchange':
      return `เสีย${list(reason.lost, game)}${butGets(reason, game)}`;
    case 'loses-exchange':
      return `เสียแลกที่ ${square}`;
    case 'drops-pinned':
      return `${on} ถูกตรึงและเสีย`;
    case 'loses-at-once':
    case 'loses-piece':
      return `เสีย${on} หลัง ${move}${butGets(reason, game)}`;
    case 'allows-promotion':
      return `ปล่อยให้คู่ต่อสู้หงายเป็น${on}`;
    case 'loses-promotion-race':
      return `แพ้การวิ่งเบี้ย: คู่ต่อสู้ได้${on}`;
    case 'misses-recapture':
      return `ไม่กินคืนที่ ${square}`;
    case 'misses-capture':
      return `พลาด ${move} ซึ่งกิน${man ? pieceName(man.piece, game) : ''}${inExchange(reason, game)}`;
    case 'misses-win-of':
      return `พลาด ${move} ซึ่งได้${on}${inExchange(reason, game)}`;
    case 'misses-promotion':
      return `พลาดทางหงายเป็น${on}`;
    case 'faces-mate':
      return `หลัง ${move} ขู่รุกจนที่ ${square}`;
    case 'faces-loss':
      return `หลัง ${move} ขู่กิน${on}`;
    case 'weakens-king':
      return `${on} ไม่ปลอดภัย: ช่องรอบตัวถูกโจมตี ${reason.number} ช่อง ทางที่ดีที่สุดแค่ ${reason.instead} ช่อง`;
    case 'isolates-pawn':
      return `ทิ้ง${on} ให้โดดเดี่ยว`;
    case 'doubles-pawn':
      return `ทิ้ง${on} ให้ซ้อนกัน`;
    case 'allows-passed-pawn':
      return `ปล่อยให้คู่ต่อสู้มี${on} ที่ไม่มีเบี้ยขวาง`;
    case 'idles-man':
      return `${on} แทบไม่มีที่ไป: ${reason.number} ช่อง ทางที่ดีที่สุดมี ${reason.instead} ช่อง`;
    case 'answer':
      return `คำตอบคือ ${move}`;
    default:
      return '';
  }
}

/** The verdict in the language of the page. */
export function verdictText(verdict: Verdict, game: Game): string {
  if (!isThai()) return verdict.text;
  const best = verdict.bestThai ?? verdict.best;
  return [
    TITLES[verdict.judgement] ?? '',
    verdict.reason ? thaiReason(verdict.reason, game) : '',
    best ? `ควรเดิน ${best}` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** What was good about a move, without its title. */
export function praiseSentence(praise: PraiseReply, game: Game): string {
  if (!isThai()) return praise.text;
  const { man } = praise;
  const other = praise.thai ?? praise.other;
  if (praise.name === 'sacrifice' && man) {
    return `ยอมเสีย${pieceName(man.piece, game)}ที่ ${squareName(man.square, game)} และไม่มีตาใดดีกว่า`;
  }
  return praise.cost ? `ตารองลงมาคือ ${other} ซึ่ง${TITLES[praise.cost] ?? ''}` : `ตารองลงมาคือ ${other}`;
}

/** The same with its title. */
export function praiseText(praise: PraiseReply, game: Game): string {
  const isSacrifice = praise.name === 'sacrifice';
  if (isThai()) return `${isSacrifice ? 'ยอดเยี่ยม' : 'ตาเดียว'} · ${praiseSentence(praise, game)}`;
  return `${isSacrifice ? 'Brilliant.' : 'The only move.'} ${praise.text}`;
}
