// Words in English and Thai.

import type { Game } from './games';
import type { Role } from './protocol';
import { ENGINE_WORDS } from './words-engines';
import { REPERTOIRE_WORDS } from './words-repertoire';
import { TRAINING_WORDS } from './words-training';

type Pair = [english: string, thai: string];

export const WORDS = {
  play: ['Play', 'เล่น'],
  analyse: ['Analyse', 'วิเคราะห์'],
  games: ['Games', 'คลังเกม'],
  game: ['Game', 'เกม'],
  newGame: ['New game', 'เกมใหม่'],
  white: ['White', 'ขาว'],
  black: ['Black', 'ดำ'],
  random: ['Random', 'สุ่ม'],
  you: ['You', 'คุณ'],
  engine: ['Erawan', 'เอราวัณ'],
  side: ['Your side', 'ฝ่ายของคุณ'],
  strength: ['Strength', 'ฝีมือ'],
  fullStrength: ['Full strength', 'เต็มกำลัง'],
  clock: ['Clock', 'นาฬิกา'],
  noClock: ['No clock', 'ไม่จับเวลา'],
  otherClock: ['Other', 'กำหนดเอง'],
  minutes: ['Minutes', 'นาที'],
  increment: ['Seconds a move', 'วินาทีต่อตา'],
  number: ['Start position', 'ตำแหน่งเริ่ม'],
  counting: ['Counting', 'การนับศักดิ์'],
  countingAuto: ['By itself', 'นับอัตโนมัติ'],
  countingManual: ['By the players', 'ผู้เล่นนับเอง'],
  fromPosition: ['From a position (FEN)', 'เริ่มจากรูปหมาก (FEN)'],
  playNow: ['Play now', 'เล่นเลย'],
  playShort: ['Play on', 'เล่นต่อ'],
  otherGames: ['Another game at once', 'เริ่มเกมอื่นทันที'],
  playFromHere: ['Play on from here', 'เล่นต่อจากตรงนี้'],
  opponent: ['Opponent', 'คู่เล่น'],
  againstEngine: ['Against Erawan', 'เล่นกับเอราวัณ'],
  twoPeople: ['Two people', 'เล่นสองคน'],
  randomSide: ['either side', 'สุ่มฝ่าย'],
  agreeDraw: ['Draw agreed', 'ตกลงเสมอกัน'],
  start: ['Start', 'เริ่ม'],
  cancel: ['Cancel', 'ยกเลิก'],
  close: ['Close', 'ปิด'],
  takeBack: ['Take back', 'ถอยหมาก'],
  hint: ['Hint', 'คำใบ้'],
  resign: ['Resign', 'ยอมแพ้'],
  reallyResign: ['Really resign?', 'ยอมแพ้จริงหรือ?'],
  offerDraw: ['Offer draw', 'ขอเสมอ'],
  claimDraw: ['Claim draw', 'ประกาศเสมอ'],
  acceptDraw: ['Accept draw', 'รับเสมอ'],
  declined: ['Erawan declines the draw.', 'เอราวัณไม่รับเสมอ'],
  startCount: ['Start counting', 'เริ่มนับ'],
  stopCount: ['Stop counting', 'หยุดนับ'],
  boardHonour: ["Board's honour", 'ศักดิ์กระดาน'],
  piecesHonour: ["Pieces' honour", 'ศักดิ์หมาก'],
  counts: ['counts', 'นับ'],
  left: ['left', 'ตาที่เหลือ'],
  mayCount: ['may be counted', 'เริ่มนับได้'],
  thinking: ['thinking…', 'กำลังคิด…'],
  yourMove: ['Your move', 'ตาคุณ'],
  typeMove: ['Type a move', 'พิมพ์ตาเดิน'],
  noSuchMove: ['is not a legal move here', 'เดินไม่ได้ที่นี่'],
  whiteWins: ['White wins', 'ขาวชนะ'],
  blackWins: ['Black wins', 'ดำชนะ'],
  youWin: ['You win!', 'คุณชนะ!'],
  youLose: ['Erawan wins', 'เอราวัณชนะ'],
  draw: ['Draw', 'เสมอ'],
  checkmate: ['by checkmate', 'รุกจน'],
  stalemate: ['by stalemate', 'อับ'],
  material: ['with too little left to mate', 'หมากไม่พอรุกจน'],
  threefold: ['by threefold repetition', 'เดินซ้ำสามครั้ง'],
  fivefold: ['by fivefold repetition', 'เดินซ้ำห้าครั้ง'],
  fifty: ['by the fifty-move rule', 'กฎห้าสิบตา'],
  seventyfive: ['by the seventy-five-move rule', 'กฎเจ็ดสิบห้าตา'],
  countingReason: ['by counting', 'นับครบศักดิ์'],
  matecounting: ['by a mate given while counting', 'รุกจนขณะนับ'],
  countoffer: ['by accepting the count', 'รับการนับ'],
  resignation: ['by resignation', 'ยอมแพ้'],
  time: ['on time', 'หมดเวลา'],
  timeMaterial: ['out of time, and too little left to mate', 'หมดเวลา แต่หมากไม่พอรุกจน'],
  agreement: ['by agreement', 'ตกลงเสมอ'],
  rematch: ['Play again', 'เล่นอีกครั้ง'],
  analyseGame: ['Analyse this game', 'วิเคราะห์เกมนี้'],
  depth: ['depth', 'ความลึก'],
  engineOff: ['Engine off', 'ปิดเอนจิน'],
  engineOn: ['Engine on', 'เปิดเอนจิน'],
  infinite: ['Infinite', 'ไม่จำกัด'],
  seconds: ['s', 'วิ'],
  lines: ['Lines', 'จำนวนแนว'],
  threads: ['Threads', 'เธรด'],
  memory: ['Memory', 'หน่วยความจำ'],
  limit: ['Time for a position', 'เวลาต่อรูปหมาก'],
  threat: ['Show threat', 'ดูภัยคุกคาม'],
  arrows: ['Arrows', 'ลูกศร'],
  flip: ['Flip board', 'กลับกระดาน'],
  first: ['To the start', 'ไปต้นเกม'],
  previous: ['Back', 'ถอย'],
  next: ['Forward', 'ต่อ'],
  last: ['To the end', 'ไปท้ายเกม'],
  engineSettings: ['Engine settings', 'ตั้งค่าเอนจิน'],
  threatShort: ['threat', 'ภัยคุกคาม'],
  tables: ['Endgame tables', 'ตารางหมากปลายกระดาน'],
  tableWin: ['Won', 'ชนะ'],
  tableLoss: ['Lost', 'แพ้'],
  tableCursed: ['Won, but drawn by the fifty-move rule', 'ชนะ แต่เสมอตามกฎห้าสิบตา'],
  tableBlessed: ['Lost, but drawn by the fifty-move rule', 'แพ้ แต่เสมอตามกฎห้าสิบตา'],
  tableMate: ['mate in {moves}', 'รุกจนใน {moves} ตา'],
  tableMated: ['mated in {moves}', 'ถูกรุกจนใน {moves} ตา'],
  countLeaves: ['the count leaves {left}', 'เหลือนับอีก {left} ตา'],
  countRenewed: ['but a new count begins in {moves}, and is long enough', 'แต่อีก {moves} ตาจะเริ่มนับใหม่ซึ่งนานพอ'],
  countNextTooShort: ['but the next one is too short', 'แต่การนับครั้งถัดไปสั้นเกินไป'],
  countNotEnough: ['but not within the count', 'แต่ไม่ทันการนับ'],
  dtzLong: ['plies to the next capture or pawn move', 'จำนวนตาถึงการกินหรือเดินเบี้ยครั้งถัดไป'],
  zeroing: ['takes or pushes', 'กินหรือเดินเบี้ย'],
  moreMoves: ['more moves', 'ตาอื่น'],
  share: ['Share', 'แบ่งปัน'],
  shareShort: ['Share', 'แบ่งปัน'],
  picture: ['Picture of the board', 'รูปกระดาน'],
  copy: ['Copy', 'คัดลอก'],
  save: ['Save', 'บันทึก'],
  copyFen: ['Copy FEN', 'คัดลอก FEN'],
  copyPgn: ['Copy PGN', 'คัดลอก PGN'],
  copied: ['Copied.', 'คัดลอกแล้ว'],
  new: ['New', 'ใหม่'],
  pasteShort: ['Paste', 'วาง'],
  review: ['Review the game', 'รีวิวเกม'],
  reviewShort: ['Review', 'รีวิวเกม'],
  reviewing: ['Reviewing…', 'กำลังรีวิว…'],
  reviewDone: ['The review is done.', 'รีวิวเสร็จแล้ว'],
  accuracy: ['accuracy', 'ความแม่นยำ'],
  graph: ['Evaluation of the game', 'กราฟการประเมิน'],
  inaccuracies: ['inaccuracies', 'ไม่แม่น'],
  mistakes: ['mistakes', 'พลาด'],
  blunders: ['blunders', 'พลาดหนัก'],
  paste: ['Paste FEN or PGN', 'วาง FEN หรือ PGN'],
  pasteHint: [
    'A FEN (also of makruk-js) or one or more games in PGN. You can also paste or drop them anywhere on the page.',
    'วาง FEN (รวมถึงแบบ makruk-js) หรือเกม PGN ที่ใดก็ได้ในหน้านี้',
  ],
  dropHere: ['Drop a FEN or PGN to analyse it', 'วางไฟล์ FEN หรือ PGN เพื่อวิเคราะห์'],
  open: ['Open', 'เปิด'],
  chooseGame: ['Choose a game', 'เลือกเกม'],
  openFile: ['Open a file', 'เปิดไฟล์'],
  list: ['List', 'รายการ'],
  searchGames: ['Search players, events, openings', 'ค้นหาผู้เล่น รายการแข่ง รูปเปิดหมาก'],
  gamesShown: ['{shown} of {all} games', '{shown} จาก {all} เกม'],
  moreGames: ['more games are not shown', 'เกมที่ไม่ได้แสดง'],
  comment: ['Comment', 'ความเห็น'],
  verdict: ['Verdict', 'คำตัดสิน'],
  verdictStart: [
    'Step through the game: what the review says of each move stands here.',
    'เลื่อนดูทีละตา คำตัดสินของแต่ละตาจะแสดงที่นี่',
  ],
  verdictNone: ['The review did not look at this move.', 'รีวิวไม่ได้ดูตานี้'],
  reviewOffer: ['Where did this game turn?', 'เกมนี้พลิกที่ตาไหน?'],
  secondsLeft: ['{seconds} s left', 'เหลืออีก {seconds} วิ'],
  effort: ['Review', 'รีวิว'],
  quick: ['Quick', 'เร็ว'],
  standard: ['Standard', 'ปกติ'],
  deep: ['Deep', 'ลึก'],
  showRefutation: ['Show the refutation', 'ดูตาแก้'],
  tryPrompt: ['Find a better move than {move}.', 'หาตาที่ดีกว่า {move}'],
  tryBest: ['{move} is the best move.', '{move} คือตาที่ดีที่สุด'],
  tryGood: ['{move} is good enough too.', '{move} ก็ดีพอเช่นกัน'],
  tryThinking: ['Is {move} better?', '{move} ดีกว่าไหม?'],
  tryBad: ['{move}: {judgement}. Look again.', '{move}: {judgement} ลองดูใหม่'],
  tryOther: ['{move} is not the best move.', '{move} ยังไม่ใช่ตาที่ดีที่สุด'],
  trySame: ['That is the move of the game.', 'นี่คือตาที่เดินในเกม'],
  showBest: ['Show the best move', 'ดูตาที่ดีที่สุด'],
  judgedForced: ['Forced', 'ตาบังคับ'],
  judgedBest: ['Best move', 'ตาที่ดีที่สุด'],
  judgedGood: ['Good move', 'ตาที่ดี'],
  judgedInaccuracy: ['Inaccuracy', 'ไม่แม่น'],
  judgedMistake: ['Mistake', 'พลาด'],
  judgedBlunder: ['Blunder', 'พลาดหนัก'],
  judgedBrilliant: ['Brilliant', 'ยอดเยี่ยม'],
  judgedOnly: ['The only move', 'ตาเดียว'],
  turningPoint: ['the turning point', 'จุดพลิกเกม'],
  toTurningPoint: ['Turning point', 'จุดพลิกเกม'],
  byPhase: ['Accuracy by phase', 'ความแม่นยำตามช่วงเกม'],
  opening: ['Opening', 'เปิดเกม'],
  middlegame: ['Middle game', 'กลางเกม'],
  endgame: ['Endgame', 'ปลายเกม'],
  accuracyHow: [
    'A move that costs no chance to win is 100 % accurate; one that costs 5, 10 or 20 points is 81, 65 or 41. A side’s accuracy is half the mean, in which moves weigh more where the chances swing, and half the harmonic mean, which a blunder pulls down. These are the formulas of Lichess.',
    'ตาที่ไม่เสียโอกาสชนะแม่น 100 % เสีย 5, 10 หรือ 20 จุดเหลือ 81, 65 หรือ 41 ความแม่นยำของแต่ละฝ่ายเป็นค่าเฉลี่ยถ่วงน้ำหนักตามความผันผวนครึ่งหนึ่ง และค่าเฉลี่ยฮาร์มอนิกซึ่งตาพลาดหนักฉุดลงอีกครึ่งหนึ่ง ตามสูตรของ Lichess',
  ],
  phaseHow: [
    'The opening is the first ten moves, while more than ten pieces are on the board; kings, pawns and mets are not counted. The endgame begins with six.',
    'เปิดเกมคือสิบตาแรกขณะที่มีหมากเกินสิบตัว ไม่นับขุน เบี้ย และเม็ด ปลายเกมเริ่มเมื่อเหลือหกตัว',
  ],
  moveGlyphs: ['Judgement of the move', 'สัญลักษณ์ตาเดิน'],
  positionGlyphs: ['Judgement of the position', 'สัญลักษณ์รูปหมาก'],
  undo: ['Undo', 'เลิกทำ'],
  redo: ['Redo', 'ทำซ้ำ'],
  undone: ['Undone.', 'เลิกทำแล้ว'],
  redone: ['Done again.', 'ทำซ้ำแล้ว'],
  drawFrom: ['Arrow from', 'ลูกศรจาก'],
  circle: ['Circle', 'วงกลม'],
  arrow: ['Arrow', 'ลูกศร'],
  erase: ['Erase drawings', 'ลบลูกศรและวงกลม'],
  expand: ['Show the whole line', 'แสดงทั้งแนว'],
  collapse: ['Show less', 'ย่อ'],
  lastSearch: ['Last search', 'การค้นล่าสุด'],
  nodes: ['Positions', 'จำนวนรูปหมาก'],
  speed: ['A second', 'ต่อวินาที'],
  depthLong: ['Depth / deepest', 'ความลึก / ลึกที่สุด'],
  tableFull: ['Memory used', 'หน่วยความจำที่ใช้'],
  tableHits: ['Found in endgame tables', 'พบในตารางหมากปลายกระดาน'],
  timeTaken: ['Time', 'เวลา'],
  promote: ['Make main line', 'ให้เป็นแนวหลัก'],
  remove: ['Delete from here', 'ลบจากตรงนี้'],
  empty: ['No moves yet.', 'ยังไม่มีตาเดิน'],
  noGames: ['No games yet.', 'ยังไม่มีเกม'],
  continue: ['Continue', 'เล่นต่อ'],
  delete: ['Delete', 'ลบ'],
  settings: ['Settings', 'ตั้งค่า'],
  language: ['Language', 'ภาษา'],
  theme: ['Colours', 'สี'],
  dark: ['Dark', 'มืด'],
  light: ['Light', 'สว่าง'],
  system: ['As the system', 'ตามระบบ'],
  board: ['Board', 'กระดาน'],
  jade: ['Jade', 'หยก'],
  teak: ['Teak', 'สัก'],
  slate: ['Slate', 'หินชนวน'],
  lagoon: ['Lagoon', 'ทะเลสาบ'],
  rosewood: ['Rosewood', 'ชิงชัน'],
  orchid: ['Orchid', 'กล้วยไม้'],
  paper: ['Paper', 'กระดาษ'],
  boardSize: ['Size of the board', 'ขนาดกระดาน'],
  chessPieces: ['Chess pieces', 'ตัวหมากสากล'],
  classicSet: ['Classic', 'คลาสสิก'],
  plainSet: ['Plain', 'เรียบ'],
  pieces: ['Makruk pieces', 'ตัวหมากไทย'],
  thaiSet: ['Thai', 'ไทย'],
  westernSet: ['Western', 'สากล'],
  lettersSet: ['Letters', 'ตัวอักษร'],
  coordinates: ['Coordinates', 'พิกัด'],
  sound: ['Sound', 'เสียง'],
  keyboard: ['Keyboard', 'แป้นพิมพ์'],
  lost: ['Connection lost. Trying again…', 'ขาดการเชื่อมต่อ กำลังลองใหม่…'],
  keptHere: ['What you do is kept in this browser until then.', 'ระหว่างนี้สิ่งที่คุณทำจะเก็บไว้ในเบราว์เซอร์นี้'],
  back: ['Connected again.', 'เชื่อมต่อแล้ว'],
  loadingEngine: ['The engine is being loaded: {percent} %', 'กำลังโหลดเอนจิน: {percent} %'],
  needsProgram: [
    'Several games at once go into a database, and databases need the program: erawan play.',
    'หลายเกมพร้อมกันต้องเก็บในฐานข้อมูล ซึ่งต้องใช้โปรแกรม: erawan play',
  ],
  refused: [
    'This page does not know the secret of the server. Open the address that “erawan play” has printed.',
    'หน้านี้ไม่มีรหัสของเซิร์ฟเวอร์ กรุณาเปิดที่อยู่ที่คำสั่ง erawan play แสดง',
  ],
  tooLarge: ['It is {size}, and the server takes at most {most}.', 'มีขนาด {size} แต่เซิร์ฟเวอร์รับได้ไม่เกิน {most}'],
  textTooLarge: [
    'This text is {size}, and the page reads at most {most}. Open it in parts, or use “erawan pgn” for a collection.',
    'ข้อความนี้มีขนาด {size} แต่หน้านี้อ่านได้ไม่เกิน {most} กรุณาแบ่งเปิดทีละส่วน หรือใช้คำสั่ง erawan pgn',
  ],
  notSaved: ['{game} is not saved. {reason}', 'ยังไม่ได้บันทึก {game} {reason}'],
  keptInBrowser: ['It stays in this browser. Download it to be safe.', 'เกมนี้ยังอยู่ในเบราว์เซอร์นี้ กรุณาดาวน์โหลดเก็บไว้'],
  keptInPage: [
    'Only this page has it: download it before you close the page.',
    'เกมนี้อยู่ในหน้านี้เท่านั้น กรุณาดาวน์โหลดก่อนปิดหน้า',
  ],
  downloadPgn: ['Download PGN', 'ดาวน์โหลด PGN'],
  tryAgain: ['Try again', 'ลองอีกครั้ง'],
  storeFull: [
    'The store of this browser is full. Games are kept by the server only; close no page while it is away.',
    'ที่เก็บข้อมูลของเบราว์เซอร์เต็ม เกมจะเก็บที่เซิร์ฟเวอร์เท่านั้น อย่าปิดหน้านี้ขณะขาดการเชื่อมต่อ',
  ],
  keptBeside: [
    'This game was changed in another page too. Both are kept: yours is now a game of its own.',
    'เกมนี้ถูกแก้ไขในหน้าอื่นด้วย จึงเก็บไว้ทั้งสองฉบับ ฉบับของคุณเป็นเกมแยกต่างหาก',
  ],
  changedElsewhere: [
    'This game was changed in another page, and is shown as it is now.',
    'เกมนี้ถูกแก้ไขในหน้าอื่น และแสดงตามฉบับล่าสุดแล้ว',
  ],
  removedElsewhere: [
    'This game was deleted in another page. A change here keeps it again.',
    'เกมนี้ถูกลบในหน้าอื่น หากแก้ไขที่นี่จะเก็บไว้อีกครั้ง',
  ],
  cannotLoad: ['A saved game cannot be opened: {reason}', 'เปิดเกมที่เก็บไว้ไม่ได้: {reason}'],
  fromLater: ['it was saved by a later version of Erawan. It is left as it is.', 'บันทึกด้วยเอราวัณรุ่นใหม่กว่า จึงคงไว้ตามเดิม'],
  settingsNotSaved: [
    'Your settings are not saved: {reason} They hold in this page.',
    'ไม่ได้บันทึกการตั้งค่า: {reason} มีผลเฉพาะในหน้านี้',
  ],
  otherVersion: [
    'The server is of another version than this page. Reload the page; if that does not help, restart “erawan play”.',
    'เซิร์ฟเวอร์เป็นคนละรุ่นกับหน้านี้ กรุณาโหลดหน้าใหม่ หากไม่ได้ผลให้เริ่ม erawan play ใหม่',
  ],
  pageFailed: [
    'Something failed in the page: {reason} Reload it; games are kept.',
    'หน้านี้ขัดข้อง: {reason} กรุณาโหลดใหม่ เกมยังเก็บอยู่',
  ],
  notDone: ['That did not work: {reason}', 'ทำไม่สำเร็จ: {reason}'],
  searchKept: ['Search your games', 'ค้นหาเกมที่เก็บไว้'],
  showMore: ['Show more', 'แสดงเพิ่ม'],
  removeDatabase: ['Delete this database', 'ลบฐานข้อมูลนี้'],
  databaseDeleted: [
    'The database {name} is deleted. It is kept for 30 days in the folder “removed”.',
    'ลบฐานข้อมูล {name} แล้ว แฟ้มจะอยู่ในโฟลเดอร์ “removed” อีก 30 วัน',
  ],
  gameDeleted: ['{game} is deleted.', 'ลบ {game} แล้ว'],
  movesDeleted: ['Deleted from {move}.', 'ลบตั้งแต่ {move} แล้ว'],
  unreadable: [
    'A game in the store of this browser cannot be read and is left as it is: {id}',
    'อ่านเกมหนึ่งในที่เก็บของเบราว์เซอร์นี้ไม่ได้ จึงคงไว้ตามเดิม: {id}',
  ],
  startUnknown: [
    'The start position is known to the server only. Go to the first move once it is back.',
    'มีแต่เซิร์ฟเวอร์ที่ทราบตำแหน่งเริ่ม กรุณาไปที่ต้นเกมเมื่อเชื่อมต่อแล้ว',
  ],
  thisGame: ['This game', 'เกมนี้'],
  engineFailed: ['The engine failed and was started anew.', 'เอนจินขัดข้องและเริ่มใหม่แล้ว'],
  canGoTo: ['can go to {squares}', 'ไปได้ที่ {squares}'],
  cannotMove: ['cannot move', 'เดินไม่ได้'],
  check: ['check', 'รุก'],
  emptySquare: ['empty', 'ว่าง'],
  position: ['Position', 'รูปหมาก'],
  moveOne: ['move', 'ตา'],
  moveMany: ['moves', 'ตา'],
  moves: ['Moves', 'ตาเดิน'],
  promotion: ['Promotion', 'เลื่อนขั้น'],
  premove: ['Premove', 'เดินล่วงหน้า'],
  evaluation: ['Evaluation', 'การประเมิน'],
  mateIn: ['mate in', 'รุกจนใน'],
  ownGames: ['Your games', 'เกมของคุณ'],
  database: ['Database', 'ฐานข้อมูล'],
  databases: ['Databases', 'ฐานข้อมูล'],
  newDatabase: ['New database', 'ฐานข้อมูลใหม่'],
  databaseName: ['Name', 'ชื่อ'],
  create: ['Create', 'สร้าง'],
  databaseFacts: ['{games} games', '{games} เกม'],
  databaseBroken: ['cannot be used', 'ใช้ไม่ได้'],
  addGames: ['Add games', 'เพิ่มเกม'],
  addGamesHint: [
    'PGN files of any size (.pgn, .pgn.gz, .pgn.zst). You can also drop them here.',
    'ไฟล์ PGN ทุกขนาด (.pgn, .pgn.gz, .pgn.zst) หรือลากมาวางที่นี่',
  ],
  dropImport: ['Drop PGN files to add their games', 'วางไฟล์ PGN เพื่อเพิ่มเกม'],
  importInto: ['Add the games of {file} to', 'เพิ่มเกมจาก {file} เข้า'],
  importing: ['Adding {file}', 'กำลังเพิ่ม {file}'],
  importDone: ['{file} is in.', 'เพิ่ม {file} แล้ว'],
  importCancelled: ['Stopped. What was read is kept.', 'หยุดแล้ว เกมที่อ่านแล้วยังเก็บไว้'],
  importFailed: ['Not all of it could be read. What was read before is kept.', 'อ่านได้ไม่หมด เกมที่อ่านก่อนหน้านี้ยังเก็บไว้'],
  importNothing: ['No game can be read in this file.', 'อ่านเกมในไฟล์นี้ไม่ได้เลย'],
  importLost: [
    'The connection was lost. Add the file again: nothing is added twice.',
    'ขาดการเชื่อมต่อ กรุณาเพิ่มไฟล์อีกครั้ง เกมเดิมจะไม่ซ้ำ',
  ],
  importBusy: ['Files are being added. Wait until they are in.', 'กำลังเพิ่มไฟล์อื่นอยู่ กรุณารอให้เสร็จก่อน'],
  importCounts: [
    '{games} added, {duplicates} were there already, {bad} cannot be read',
    'เพิ่ม {games} มีอยู่แล้ว {duplicates} อ่านไม่ได้ {bad}',
  ],
  timeLeft: ['{time} left', 'เหลืออีก {time}'],
  badGames: ['Games that cannot be read', 'เกมที่อ่านไม่ได้'],
  player: ['Player', 'ผู้เล่น'],
  withColour: ['Colour', 'สี'],
  either: ['either', 'ทั้งสอง'],
  otherPlayer: ['Against', 'คู่แข่ง'],
  event: ['Event', 'รายการแข่ง'],
  from: ['From (year or date)', 'ตั้งแต่ (ปีหรือวันที่)'],
  to: ['To (year or date)', 'ถึง (ปีหรือวันที่)'],
  fromYear: ['From year', 'ตั้งแต่ปี'],
  toYear: ['To year', 'ถึงปี'],
  minRating: ['Rated at least', 'เรตติ้งต่ำสุด'],
  maxRating: ['Rated at most', 'เรตติ้งสูงสุด'],
  result: ['Result', 'ผล'],
  any: ['any', 'ใดก็ได้'],
  openingCode: ['Opening (B90, B2–B5)', 'รหัสเปิดหมาก (B90, B2–B5)'],
  menLeft: ['Men left (KRPvKR)', 'หมากที่เหลือ (KRPvKR)'],
  positionOrMoves: ['Position (FEN or moves)', 'รูปหมาก (FEN หรือตาเดิน)'],
  search: ['Search', 'ค้นหา'],
  moreFields: ['More to search by', 'ค้นหาเพิ่มเติม'],
  clearSearch: ['Clear', 'ล้าง'],
  sort: ['Sort', 'เรียงตาม'],
  byNumber: ['as they came in', 'ลำดับที่เพิ่ม'],
  byDate: ['date', 'วันที่'],
  byRating: ['rating', 'เรตติ้ง'],
  byLength: ['length', 'จำนวนตา'],
  descending: ['Last first', 'จากท้าย'],
  searching: ['Searching…', 'กำลังค้นหา…'],
  noneFound: ['No game fits.', 'ไม่พบเกมที่ตรง'],
  emptyDatabase: ['There are no games in this database yet.', 'ยังไม่มีเกมในฐานข้อมูลนี้'],
  previousGame: ['Previous game', 'เกมก่อนหน้า'],
  nextGame: ['Next game', 'เกมถัดไป'],
  placeInList: ['{place} of {total}', '{place} จาก {total}'],
  backToList: ['Back to the list', 'กลับไปที่รายการ'],
  explorer: ['Explorer', 'สำรวจเกม'],
  bookNamed: ['Book: {name}', 'หนังสือเปิดหมาก: {name}'],
  notInBook: ['The book has no move here.', 'หนังสือเปิดหมากไม่มีตาเดินที่นี่'],
  weight: ['Weight', 'น้ำหนัก'],
  explorerNone: [
    'There is no database yet. Make one under Games and add PGN files to it.',
    'ยังไม่มีฐานข้อมูล สร้างได้ที่คลังเกม แล้วเพิ่มไฟล์ PGN',
  ],
  notPlayed: ['No game came to this position.', 'ไม่มีเกมที่ถึงรูปหมากนี้'],
  filters: ['Which games', 'เลือกเกม'],
  gamesPlayed: ['Games', 'เกม'],
  results: ['Results', 'ผล'],
  rating: ['Rating', 'เรตติ้ง'],
  performance: ['Performance', 'ผลงาน'],
  lastPlayed: ['Last', 'ล่าสุด'],
  move: ['Move', 'ตาเดิน'],
  newest: ['Newest', 'ใหม่ที่สุด'],
  strongest: ['Strongest', 'แข็งที่สุด'],
  whichFirst: ['Games that come first', 'เกมที่แสดงก่อน'],
  allTheseGames: ['All these games', 'ทุกเกมเหล่านี้'],
  editPosition: ['Edit the position', 'ตั้งรูปหมาก'],
  editShort: ['Edit', 'ตั้งรูป'],
  men: ['Men', 'ตัวหมาก'],
  editMove: ['Move men', 'ย้ายหมาก'],
  editErase: ['Take men away', 'เอาหมากออก'],
  startPosition: ['Start position', 'ตำแหน่งเริ่ม'],
  clearBoard: ['Clear', 'ล้างกระดาน'],
  turn: ['To move', 'ฝ่ายเดิน'],
  castling: ['Castling', 'เข้าป้อม'],
  leaps: ['May still leap (file of the man)', 'ยังกระโดดได้ (แถวของหมาก)'],
  enPassant: ['En passant', 'กินเบี้ยผ่าน'],
  halfmoves: ['Plies without capture or pawn move', 'ตาที่ไม่กินและไม่เดินเบี้ย'],
  moveNumber: ['Move number', 'ตาที่'],
  countLimit: ['Count up to (0: no count)', 'นับถึง (0: ไม่นับ)'],
  counted: ['Counted so far', 'นับไปแล้ว'],
  editLegal: ['This position is legal.', 'รูปหมากนี้ถูกต้อง'],
  editUnusual: ['It can be played, but no game leads here: {problem}', 'เล่นได้ แต่ไม่มีเกมใดมาถึงรูปนี้: {problem}'],
  editIllegal: ['It cannot be played: {problem}', 'เล่นไม่ได้: {problem}'],
  winsOf: ['White {white} %, draws {draws} %, Black {black} %', 'ขาว {white} % เสมอ {draws} % ดำ {black} %'],
  ...TRAINING_WORDS,
  ...ENGINE_WORDS,
  ...REPERTOIRE_WORDS,
} satisfies Record<string, Pair>;

export type Word = keyof typeof WORDS;

let language: 0 | 1 = 0;

export function setLanguage(name: 'en' | 'th'): void {
  language = name === 'th' ? 1 : 0;
  document.documentElement.lang = name;
}

export function isThai(): boolean {
  return language === 1;
}

export function t(word: Word): string {
  return WORDS[word][language];
}

/** A text with what belongs into its {gaps}. */
export function fill(word: Word, values: Record<string, string | number>): string {
  return t(word).replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

/** What went wrong, as a sentence. */
export function reasonText(error: unknown): string {
  const text = String((error as Error | null)?.message ?? error).trim();
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(sentence) || isThai() ? sentence : `${sentence}.`;
}

/** The reason a game ended for, as the server names it. */
export function reason(word: string): string {
  const key = word === 'counting' ? 'countingReason' : word;
  return key in WORDS ? t(key as Word) : word;
}

type Names = Record<Role | 'promoted', string>;

const THAI_PIECES: Names = {
  pawn: 'เบี้ย',
  knight: 'ม้า',
  bishop: 'บิชอป',
  rook: 'เรือ',
  queen: 'ควีน',
  king: 'คิง',
  promoted: '',
};

const THAI_MAKRUK_PIECES: Names = {
  pawn: 'เบี้ย',
  knight: 'ม้า',
  bishop: 'โคน',
  rook: 'เรือ',
  queen: 'เม็ด',
  king: 'ขุน',
  promoted: 'เบี้ยหงาย',
};

/** What a piece is called, by its letter in FEN: `q`, `M~`. */
export function pieceName(letter: string, game: Game): string {
  const role = game.role(letter);
  if (!role) return letter;
  const promoted = letter.endsWith('~');
  if (isThai()) return (game.isMakrukSet ? THAI_MAKRUK_PIECES : THAI_PIECES)[promoted ? 'promoted' : role];
  const name = (wanted: Role) => game.data.men.find((man) => man.role === wanted)?.name ?? letter;
  return promoted ? `promoted ${name('pawn')}` : name(role);
}

const THAI_FILES = 'กขคงจฉชญ';
const THAI_DIGITS = '๑๒๓๔๕๖๗๘';

/** A square as moves in Thai have it: จ๕ is e5. */
export function squareName(square: string, game: Game): string {
  if (!isThai() || !game.isMakrukSet) return square;
  return (THAI_FILES['abcdefgh'.indexOf(square.charAt(0))] ?? '') + (THAI_DIGITS[Number(square.charAt(1)) - 1] ?? '');
}

/** What a rating means. */
const LEVELS: [elo: number, name: Pair][] = [
  [700, ['First steps', 'หัดเดิน']],
  [950, ['Beginner', 'มือใหม่']],
  [1200, ['Casual player', 'เล่นสนุก']],
  [1500, ['Keen amateur', 'มือสมัครเล่น']],
  [1800, ['Club player', 'นักหมากรุกชมรม']],
  [2050, ['Strong club player', 'มือดีของชมรม']],
  [2250, ['Expert', 'ผู้เชี่ยวชาญ']],
  [2450, ['Master', 'มาสเตอร์']],
  [2700, ['Grandmaster', 'แกรนด์มาสเตอร์']],
  [3001, ['World champion', 'แชมป์โลก']],
];

export function levelName(elo: number | null): string {
  if (elo === null) return t('fullStrength');
  const level = LEVELS.find(([below]) => elo < below) ?? LEVELS[LEVELS.length - 1];
  return level?.[1][language] ?? '';
}
