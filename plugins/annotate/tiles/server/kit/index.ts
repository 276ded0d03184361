export { PyramidWindows } from '../pyramid-windows.ts';
export { Pyramids } from '../pyramids.ts';
