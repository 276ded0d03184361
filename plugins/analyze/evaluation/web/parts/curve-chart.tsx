import { useMemo } from 'react';
import type { JSX } from 'react';
import { Chart, chartColors, chartStyle, Section } from '#plugins/analyze/analytics/web/kit/index.ts';
import type { Draw } from '#plugins/analyze/analytics/web/kit/index.ts';
import type { EvaluationResult } from '../../common/evaluation-shapes.ts';
import { messages } from '../messages.ts';
import { listed } from './listed.ts';

interface CurveChartProps {
  readonly result: EvaluationResult;
  readonly other: EvaluationResult | undefined;
  /** Place of the class whose curve is shown; the mean of all when undefined. */
  readonly chosen: number | undefined;
}

/** Figures of a point in its tip, without the colour. */
const TIP = { format: { stroke: false, x: '.2f', y: '.3f' } } as const;

/** The curve of a class by name, or the mean over all classes with true objects. */
function curveOf({ classes }: EvaluationResult, name: string | undefined): readonly number[] {
  const curves = classes.flatMap(each =>
    each.curve === null || (name !== undefined && each.name !== name) ? [] : [each.curve],
  );
  if (curves.length === 0) return [];
  return curves[0]!.map((_, at) => curves.reduce((sum, curve) => sum + curve[at]!, 0) / curves.length);
}

/** Precision over recall, for an overlap of 0.50. */
export function CurveChart({ result, other, chosen }: CurveChartProps): JSX.Element {
  const name = chosen === undefined ? undefined : result.classes[chosen]!.name;
  const draw = useMemo((): Draw => {
    const points = [result, ...(other === undefined ? [] : [other])].flatMap((each, series) =>
      curveOf(each, name).map((precision, at) => ({ recall: at / 100, precision, series: String(series) })),
    );
    return (plot, size) =>
      plot.plot({
        ...size,
        marginLeft: 40,
        marginBottom: 34,
        marginTop: 24,
        style: chartStyle,
        x: { domain: [0, 1], label: messages.curve.recall, tickSize: 3, ticks: 5 },
        y: { domain: [0, 1], grid: true, label: messages.curve.precision, ticks: 5 },
        color: { domain: ['0', '1'], range: chartColors.slice(0, 2) },
        marks: [plot.lineY(points, { x: 'recall', y: 'precision', stroke: 'series', strokeWidth: 1.8, tip: TIP })],
      });
  }, [result, other, name]);
  return (
    <Section
      title={name === undefined ? messages.curve.title : `${messages.curve.title}: ${name}`}
      hint={messages.curve.hint}
      loaded={listed(draw)}
    >
      {made => (
        <Chart draw={made} height={300} label={messages.curve.label(name ?? messages.classTable.all.toLowerCase())} />
      )}
    </Section>
  );
}
