/** Two short tones, as loud as a message. */
const TONES = [
  { frequency: 880, at: 0 },
  { frequency: 660, at: 0.16 },
] as const;
const LENGTH = 0.14;
const LOUDNESS = 0.12;

let context: AudioContext | null = null;

/**
 * Plays the sound of a new alarm. Silent where nobody has clicked or typed in the page yet, which browsers forbid, and
 * where there is no sound.
 */
export function playChime(): void {
  if (typeof AudioContext === 'undefined' || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  void context.resume();
  for (const { frequency, at } of TONES) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    const from = context.currentTime + at;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(LOUDNESS, from + 0.02);
    volume.gain.linearRampToValueAtTime(0, from + LENGTH);
    tone.connect(volume).connect(context.destination);
    tone.start(from);
    tone.stop(from + LENGTH);
  }
}
