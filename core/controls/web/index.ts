// What pages are made of and the shell is not: it would wait for it.
export { Drawer } from './drawer.tsx';
export { Select } from './select.tsx';
