export { AdminTabs } from '../admin-tabs.tsx';
