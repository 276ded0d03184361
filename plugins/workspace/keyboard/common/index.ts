export { presets } from './presets.ts';
export { whyReserved } from './reserved-chords.ts';
