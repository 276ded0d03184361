/** Tools of the vector editor by the number a step keeps; other numbers come from scripts and are kept as they are. */
export const stepTools: ReadonlyMap<number, { readonly id: string; readonly title: string }> = new Map([
  [1, { id: 'box', title: 'Box' }],
  [2, { id: 'rotated-box', title: 'Rotated box' }],
  [3, { id: 'polygon', title: 'Polygon' }],
  [4, { id: 'polyline', title: 'Polyline' }],
  [5, { id: 'point', title: 'Point' }],
  [6, { id: 'ellipse', title: 'Ellipse' }],
  [7, { id: 'cuboid', title: 'Cuboid' }],
  [8, { id: 'template', title: 'Template' }],
  [9, { id: 'tag', title: 'Tag' }],
]);
