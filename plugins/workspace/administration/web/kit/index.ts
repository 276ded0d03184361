export { SearchedTable } from '../searched-table.tsx';
