export { CalculationPanel, isNotCalculated } from '../calculation-panel.tsx';
export { Chart, chartColors, chartStyle } from './chart.tsx';
export { downloadCsv } from './csv.ts';
export type { ChartSize, Draw } from './draw.ts';
export { ExploreLink } from './explore-link.tsx';
export { FigureFilters } from './figure-filters.tsx';
export { Section } from './section.tsx';
export { useFigureFilters } from './use-figure-filters.ts';
export type { FigureFilter } from './use-figure-filters.ts';
