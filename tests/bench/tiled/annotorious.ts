import { ShapeType } from '@annotorious/annotorious';
import type { ImageAnnotation, Polygon } from '@annotorious/annotorious';
import { createOSDAnnotator } from '@annotorious/openseadragon';
import '@annotorious/openseadragon/annotorious-openseadragon.css';
import OpenSeadragon from 'openseadragon';
import { polygonPoints, SIDE } from './workload.mjs';

/** The page with as many polygons as its address says, beside ours: `?polygons=10000`. */
const count = Number(new URLSearchParams(location.search).get('polygons'));
const TILE = 512;
const levels = Math.ceil(Math.log2(SIDE)) + 1;
const color = '#157288';

function annotationOf(flat: readonly number[], at: number): ImageAnnotation {
  const points = Array.from({ length: flat.length / 2 }, (_, corner): [number, number] => [
    flat[corner * 2]!,
    flat[corner * 2 + 1]!,
  ]);
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const bounds = { minX: Math.min(...xs), minY: Math.min(...ys), maxX: Math.max(...xs), maxY: Math.max(...ys) };
  const selector: Polygon = { type: ShapeType.POLYGON, geometry: { points, bounds } };
  const id = `n${at}`;
  return { id, bodies: [], target: { annotation: id, selector } };
}

const viewer = OpenSeadragon({
  element: document.querySelector<HTMLElement>('#stage')!,
  showNavigationControl: false,
  // The pan of the benchmark ends where the hand ends.
  gestureSettingsMouse: { clickToZoom: false, flickEnabled: false },
  tileSources: {
    width: SIDE,
    height: SIDE,
    tileSize: TILE,
    tileOverlap: 0,
    minLevel: 0,
    maxLevel: levels - 1,
    getTileUrl: (level: number, column: number, row: number) => `/slide_files/${level}/${column}_${row}.jpeg`,
  },
});
await new Promise<void>(resolve => viewer.addOnceHandler('open', () => resolve()));
viewer.viewport.zoomTo(viewer.viewport.imageToViewportZoom(1), undefined, true);
viewer.viewport.panTo(viewer.viewport.imageToViewportCoordinates(SIDE / 2, SIDE / 2), true);
const annotator = createOSDAnnotator(viewer, {
  drawingEnabled: false,
  style: { fill: color, fillOpacity: 0.2, stroke: color, strokeWidth: 2 },
});
annotator.setAnnotations(polygonPoints(count).map(annotationOf));
document.body.dataset['shown'] = String(annotator.getAnnotations().length);
