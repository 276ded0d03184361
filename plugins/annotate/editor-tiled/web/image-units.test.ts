import { describe, expect, it } from 'vitest';
import { ImageUnits } from './image-units.ts';

const scaled = (metres: number | null): ImageUnits => {
  const units = new ImageUnits(undefined);
  units.learn({ georeference: null, metres_per_pixel: metres });
  return units;
};

describe('the units of an image', () => {
  it('should be pixels where its scale is unknown', () => {
    expect([scaled(null).length(1200), scaled(null).area(50)]).toEqual(['1 200 px', '50 px²']);
  });

  it('should be micrometres and millimetres on a slide', () => {
    const units = scaled(2.5e-7);
    expect([units.length(100), units.length(40_000), units.area(10_000)]).toEqual(['25 µm', '10 mm', '625 µm²']);
    expect(units.ground(1, 1)).toBeUndefined();
  });

  it('should be metres and kilometres on a map, whatever scale the file gives beside its place', () => {
    const units = new ImageUnits({ crs: 'EPSG:32631', transform: [0.5, 0, 0, 0, -0.5, 0] });
    units.learn({ georeference: null, metres_per_pixel: 1e-6 });
    expect([units.length(100), units.length(40_000), units.area(400)]).toEqual(['50 m', '20 km', '100 m²']);
  });
});
