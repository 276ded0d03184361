import { expect, it } from 'vitest';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { readDocument } from '#plugins/annotate/annotations/common/index.ts';
import { JustDrawn } from './just-drawn.ts';
import { Scene } from './scene.ts';

const box = (id: string): Instance => ({ id, type: 'bbox', classId: 1, attributes: [] });

function drawing(): { readonly scene: Scene; readonly justDrawn: JustDrawn; draw(id: string): void; press(): void } {
  const scene = new Scene(readDocument({ metadata: { name: 'a.jpg' } }));
  const surface = new EventTarget();
  return {
    scene,
    justDrawn: new JustDrawn(scene, surface),
    draw(id) {
      scene.apply({ patches: [{ collection: 'instances', id, after: box(id) }] });
      scene.select([id]);
    },
    press: () => void surface.dispatchEvent(new Event('pointerdown')),
  };
}

it('should know the object just drawn until the pointer is pressed again', () => {
  const { justDrawn, draw, press } = drawing();
  expect(justDrawn.isSelected).toBe(false);
  draw('a');
  expect(justDrawn.isSelected).toBe(true);
  press();
  expect(justDrawn.isSelected).toBe(false);
});

it('should keep an object that the press itself completes', () => {
  const { justDrawn, draw, press } = drawing();
  press();
  draw('a');
  expect(justDrawn.isSelected).toBe(true);
});

it('should know nothing when another object is selected', () => {
  const { scene, justDrawn, draw, press } = drawing();
  draw('a');
  press();
  draw('b');
  scene.select(['a', 'b']);
  expect(justDrawn.isSelected).toBe(false);
  scene.select(['b']);
  expect(justDrawn.isSelected).toBe(true);
});
