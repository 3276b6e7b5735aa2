// Sounds made on the spot: wood on wood, no files.

let context: AudioContext | null = null;
let muted = false;

export function setMuted(value: boolean): void {
  muted = value;
}

function knock(at: number, pitch: number, loudness: number, length: number): void {
  if (!context) return;
  const size = Math.floor(context.sampleRate * length);
  const buffer = context.createBuffer(1, size, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < size; i++) {
    const fade = Math.exp((-7 * i) / size);
    data[i] = (Math.random() * 2 - 1) * fade;
  }
  const source = context.createBufferSource();
  source.buffer = buffer;
  const filter = context.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  filter.Q.value = 3.2;
  const gain = context.createGain();
  gain.gain.value = loudness;
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(at);
}

function tone(at: number, pitch: number, length: number, loudness: number): void {
  if (!context) return;
  const oscillator = context.createOscillator();
  oscillator.type = 'sine';
  oscillator.frequency.value = pitch;
  const gain = context.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loudness, at + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + length);
}

export type Sound = 'move' | 'capture' | 'check' | 'end' | 'low' | 'notify';

export function playSound(sound: Sound): void {
  if (muted) return;
  try {
    context ??= new AudioContext();
    const now = context.currentTime + 0.005;
    switch (sound) {
      case 'move':
        knock(now, 900, 0.9, 0.09);
        break;
      case 'capture':
        knock(now, 620, 1.2, 0.1);
        knock(now + 0.045, 1100, 0.7, 0.07);
        break;
      case 'check':
        knock(now, 900, 0.9, 0.09);
        tone(now + 0.05, 740, 0.22, 0.08);
        break;
      case 'end':
        tone(now, 523, 0.5, 0.08);
        tone(now + 0.12, 659, 0.5, 0.08);
        tone(now + 0.24, 784, 0.7, 0.08);
        break;
      case 'low':
        tone(now, 880, 0.12, 0.07);
        break;
      case 'notify':
        tone(now, 660, 0.18, 0.06);
        break;
    }
  } catch {
    // No sound is no harm.
  }
}
