// What a review says about a bad move. English comes from the server; Thai is
// put into words here.

import type { Game } from '../games';
import { isThai, pieceName, squareName } from '../i18n';
import type { ReasonReply, ReviewedMove } from '../protocol';

/** What is kept of a bad move. */
export interface Verdict {
  judgement: string;
  /** In English. */
  text: string;
  reason?: ReasonReply;
  best?: string;
  bestThai?: string;
}

export function verdictOf(move: ReviewedMove): Verdict | undefined {
  if (!move.verdict) return undefined;
  return {
    judgement: move.judgement,
    text: move.verdict,
    reason: move.reason,
    best: move.sans?.[0],
    bestThai: move.thai?.[0],
  };
}

const TITLES: Record<string, string> = { inaccuracy: 'ไม่แม่น', mistake: 'พลาด', blunder: 'พลาดหนัก' };

function thaiReason(reason: ReasonReply, game: Game): string {
  const name = (letter: string) => pieceName(letter, game);
  const man = reason.men?.[0];
  const square = man ? squareName(man.square, game) : '';
  const on = man ? `${name(man.piece)}ที่ ${square}` : '';
  const all = (reason.men ?? []).map((each) => name(each.piece)).join('และ');
  const move = reason.thai ?? reason.san ?? '';
  switch (reason.name) {
    case 'misses-mate':
      return `มีรุกจนใน ${reason.number} ตา`;
    case 'allows-mate':
      return `เปิดให้ถูกรุกจนใน ${reason.number} ตา`;
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
    case 'puts-en-prise':
      return `วาง${on} ให้กินได้`;
    case 'leaves-en-prise':
      return `ทิ้ง${on} ให้กินได้`;
    case 'loses-exchange':
      return `เสียแลกที่ ${square}`;
    case 'drops-pinned':
      return `${on} ถูกตรึงและเสีย`;
    case 'allows-fork':
      return `เปิดให้ ${move} จับสอง: ${all}`;
    case 'allows-pin':
      return `เปิดให้ ${move} ตรึง${on}`;
    case 'loses-piece':
      return `เสีย${on} หลัง ${move}`;
    case 'allows-promotion':
      return `ปล่อยให้คู่ต่อสู้หงายเป็น${on}`;
    case 'loses-promotion-race':
      return `แพ้การวิ่งเบี้ย: คู่ต่อสู้ได้${on}`;
    case 'misses-capture':
      return `พลาด ${move} ซึ่งกิน${man ? name(man.piece) : ''}`;
    case 'misses-fork':
      return `พลาด ${move} ซึ่งจับสอง: ${all}`;
    case 'misses-win-of':
      return `พลาด ${move} ซึ่งได้${on}`;
    case 'misses-promotion':
      return `พลาดทางหงายเป็น${on}`;
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
