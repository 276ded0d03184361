import type { CloudNode } from '#plugins/annotate/point-clouds/common/index.ts';
import type { ViewFrame } from './views/cloud-camera.ts';
import { pixelsPerMetre, seesBall } from './views/cloud-camera.ts';

/** Pixels between points under which finer points are not looked for. */
const FINE = 1.2;

/**
 * Chooses the nodes to draw: those with the widest gaps on the screen first, parents before children, as long as their
 * points fit the budget. `gap` is the distance of the points of a node on the screen in pixels, 0 where it is out of
 * sight.
 */
export function chooseNodes(
  nodes: readonly CloudNode[],
  budget: number,
  gap: (node: CloudNode) => number,
): readonly CloudNode[] {
  const byName = new Map(nodes.map(node => [node.name, node]));
  const open: { readonly node: CloudNode; readonly gap: number }[] = [];
  const put = (name: string): void => {
    const node = byName.get(name);
    const width = node === undefined ? 0 : gap(node);
    if (node === undefined || width <= 0) return;
    let at = open.length;
    while (at > 0 && open[at - 1]!.gap > width) at -= 1;
    open.splice(at, 0, { node, gap: width });
  };
  put('r');
  const chosen: CloudNode[] = [];
  let points = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (points + next.node.points > budget && chosen.length > 0) break;
    chosen.push(next.node);
    points += next.node.points;
    if (next.gap > FINE) for (let child = 0; child < 8; child += 1) put(`${next.node.name}${child}`);
  }
  return chosen;
}

/**
 * The nodes to draw in the large view: chosen again only when the view, the budget or the frame changes, not while a
 * box is dragged.
 */
export class NodeChoice {
  #known: { readonly asked: readonly unknown[]; readonly chosen: readonly CloudNode[] } | undefined;

  /** `orbit` is replaced when the view moves. */
  of(nodes: readonly CloudNode[], budget: number, view: ViewFrame, orbit: object): readonly CloudNode[] {
    const asked = [nodes, budget, orbit, view.width, view.height];
    if (this.#known !== undefined && asked.every((each, at) => each === this.#known!.asked[at]))
      return this.#known.chosen;
    const chosen = chooseNodes(nodes, budget, ({ min, max, spacing }) => {
      const middle = { x: (min[0] + max[0]) / 2, y: (min[1] + max[1]) / 2, z: (min[2] + max[2]) / 2 };
      const radius = Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]) / 2;
      return seesBall(view, middle, radius) ? Math.max(1e-6, spacing * pixelsPerMetre(view, middle, radius)) : 0;
    });
    this.#known = { asked, chosen };
    return chosen;
  }
}
