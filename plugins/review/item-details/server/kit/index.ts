export { historyRows } from '../history-rows.ts';
