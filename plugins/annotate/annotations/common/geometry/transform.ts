import type { Place } from './place.ts';

/** An affine map of the plane: `x' = a·x + c·y + e`, `y' = b·x + d·y + f` (the order of CSS `matrix()`). */
export interface Transform {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

export const identity: Transform = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

export function applyTransform({ a, b, c, d, e, f }: Transform, { x, y }: Place): Place {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

/** First `first`, then `second`. */
export function chain(first: Transform, second: Transform): Transform {
  const { a, b, c, d, e, f } = second;
  return {
    a: a * first.a + c * first.b,
    b: b * first.a + d * first.b,
    c: a * first.c + c * first.d,
    d: b * first.c + d * first.d,
    e: a * first.e + c * first.f + e,
    f: b * first.e + d * first.f + f,
  };
}

/** Turns about a place; `angle` in radians, clockwise on screen. */
export function rotation(angle: number, about: Place = { x: 0, y: 0 }): Transform {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  return {
    a: cos,
    b: sin,
    c: -sin,
    d: cos,
    e: about.x - cos * about.x + sin * about.y,
    f: about.y - sin * about.x - cos * about.y,
  };
}

/** Scales along axes turned by `angle` (radians), keeping `about` where it is. */
export function scaling(x: number, y: number, about: Place, angle: number = 0): Transform {
  const upright: Transform = { a: x, b: 0, c: 0, d: y, e: 0, f: 0 };
  const moved = chain(
    { ...identity, e: -about.x, f: -about.y },
    chain(rotation(-angle), chain(upright, rotation(angle))),
  );
  return chain(moved, { ...identity, e: about.x, f: about.y });
}
