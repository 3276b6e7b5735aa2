// The keys.

import { isThai, t } from '../i18n';
import { openDialog } from '../ui/dialog';
import { h } from '../ui/dom';

const KEYS: [keys: string, english: string, thai: string][] = [
  ['← →  k j', 'back and forward', 'ถอยและต่อ'],
  ['↑ ↓  Home End', 'start and end', 'ต้นและท้ายเกม'],
  ['Shift ← →', 'previous and next branch', 'แยกก่อนหน้าและถัดไป'],
  ['Shift ↑ ↓', 'other variation', 'แนวอื่น'],
  ['f', 'flip the board', 'กลับกระดาน'],
  ['/', 'type a move', 'พิมพ์ตาเดิน'],
  ['Enter', 'on the board: move with the arrow keys', 'บนกระดาน: ใช้ลูกศรเดินหมาก'],
  ['o', 'on the board: begin and end an arrow or a circle', 'บนกระดาน: เริ่มและจบลูกศรหรือวงกลม'],
  ['Shift O  Alt O  Alt Shift O', 'the same in red, in blue or in yellow', 'แบบเดียวกัน สีแดง สีน้ำเงิน หรือสีเหลือง'],
  ['Ctrl Z  Ctrl Y', 'undo and redo, while analysing', 'เลิกทำและทำซ้ำ ขณะวิเคราะห์'],
  ['Space', 'play the best move', 'เดินตาที่ดีที่สุด'],
  ['l', 'engine on or off', 'เปิดหรือปิดเอนจิน'],
  ['a', 'arrows of the engine', 'ลูกศรของเอนจิน'],
  ['v', 'arrows of variations', 'ลูกศรของแนวอื่น'],
  ['x', 'threat', 'ภัยคุกคาม'],
  ['z', 'review the game; show or hide it', 'รีวิวเกม แสดงหรือซ่อน'],
  ['e', 'endgame tables', 'ตารางหมากปลายกระดาน'],
  ['d', 'explorer', 'สำรวจเกม'],
  ['[ ]', 'previous and next game of a database', 'เกมก่อนหน้าและถัดไปของฐานข้อมูล'],
  ['h', 'settings of the engine, while analysing', 'ตั้งค่าเอนจิน ขณะวิเคราะห์'],
  ['Shift I', 'moves one after the other', 'ตาเดินต่อกันเป็นแถว'],
  ['Shift C', 'comments', 'ความเห็น'],
  ['h', 'hint, while playing', 'คำใบ้ ขณะเล่น'],
  ['u', 'take back, while playing', 'ถอยหมาก ขณะเล่น'],
  ['n', 'new game, while playing', 'เกมใหม่ ขณะเล่น'],
  ['h', 'hint, while training', 'คำใบ้ ขณะฝึก'],
  ['s', 'show the solution, while training', 'ดูเฉลย ขณะฝึก'],
  ['r', 'try again, while training', 'ลองอีกครั้ง ขณะฝึก'],
  ['n', 'next exercise, while training', 'ข้อถัดไป ขณะฝึก'],
  ['Ctrl V', 'open a FEN or PGN', 'เปิด FEN หรือ PGN'],
];

export function openHelp(): void {
  const list = h('dl', { class: 'keys' });
  for (const [keys, english, thai] of KEYS) {
    list.append(
      h(
        'dt',
        {},
        ...keys
          .split(' ')
          .filter(Boolean)
          .map((key) => h('kbd', { text: key })),
      ),
      h('dd', { text: isThai() ? thai : english }),
    );
  }
  openDialog(t('keyboard'), list);
}
