// Words about other engines, in English and Thai.

export const ENGINE_WORDS = {
  againstNamed: ['Against {name}', 'เล่นกับ {name}'],
  againstAnEngine: ['Against an engine', 'เล่นกับเอนจิน'],
  twoEngines: ['Two engines', 'เอนจินสองตัว'],
  engineChoice: ['Engine', 'เอนจิน'],
  compareWith: ['Compare with', 'เทียบกับ'],
  noComparison: ['nothing', 'ไม่เทียบ'],
  secondsEach: ['Seconds a move', 'วินาทีต่อตา'],
  otherEngines: ['Other engines', 'เอนจินอื่น'],
  otherEnginesNone: [
    'None yet. On the command line, {command} adds a program that speaks UCI.',
    'ยังไม่มี เพิ่มโปรแกรมที่ใช้ UCI ได้ด้วยคำสั่ง {command}',
  ],
  rivalRestarted: ['{engine} failed and was started anew: {reason}', '{engine} ขัดข้องและเริ่มใหม่แล้ว: {reason}'],
  startAgain: ['Start it again', 'เริ่มใหม่'],
  pauseGame: ['Pause', 'หยุดพัก'],
  resumeGame: ['Go on', 'เล่นต่อ'],
  pausedGame: ['paused', 'หยุดพัก'],
  stopGame: ['End the game', 'จบเกม'],
  stopped: ['The game was ended by hand', 'จบเกมโดยผู้ชม'],
  wins: ['{name} wins', '{name} ชนะ'],
  unfinished: ['Unfinished', 'ไม่จบ'],
} satisfies Record<string, [english: string, thai: string]>;
