export { QueuedChip as default } from '../frame/queued-chip.tsx';
