export { AdminTabs } from '../admin-tabs.tsx';
export { SearchedTable } from '../searched-table.tsx';
