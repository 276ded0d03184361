import type { CloudNode } from '#plugins/annotate/point-clouds/common/index.ts';

/** Pixels between points under which finer points are not looked for. */
const FINE = 1.2;

/**
 * Chooses the nodes to draw: those with the widest gaps on the screen first, parents before children, as long as their
 * points fit the budget. `gap` is the distance of the points of a node on the screen in pixels, 0 where it is out of sight.
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
