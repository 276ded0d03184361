import { LayoutFiles } from './foreign-layout.support.ts';
import type { LayoutWriter } from './foreign-layout.support.ts';
import { joined, plannedSize } from './planned-set.support.ts';
import type { PlannedItem } from './planned-set.support.ts';

const nameOf = ({ stem }: PlannedItem): string => `${stem}.mp4`;
const { width, height } = plannedSize;
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
/** Frames that every box is seen on. */
const FRAMES = [0, 1, 2] as const;

const mot: LayoutWriter = (set, media) => {
  const layout = new LayoutFiles(set, media);
  for (const item of set.items) {
    const directory = joined(item.part, item.folder, layout.spelled(item.stem));
    layout.text(
      `${directory}/gt/gt.txt`,
      item.objects
        .flatMap(({ label, x1, y1, x2, y2 }, at) =>
          FRAMES.map(frame =>
            [
              frame + 1,
              at + 1,
              layout.isDamaged(item, at) && frame === 1 ? 'x' : x1 + 1,
              y1 + 1,
              x2 - x1,
              y2 - y1,
              1,
              set.labels.indexOf(label) + 1,
              ...(set.isSparse ? [] : [1]),
            ].join(','),
          ),
        )
        .map(line => `${line}\n`)
        .join(''),
    );
    layout.text(`${directory}/gt/labels.txt`, set.labels.map(label => `${label}\n`).join(''));
    if (!set.isSparse)
      layout.text(
        `${directory}/seqinfo.ini`,
        `[Sequence]\nname=${layout.spelled(item.stem)}\nframeRate=30\nseqLength=10\nimWidth=${width}\nimHeight=${height}\n`,
      );
    layout.medium(item, joined('videos', item.part, item.folder, nameOf(item)));
  }
  return layout;
};

const cvatVideo: LayoutWriter = (set, media) => {
  const layout = new LayoutFiles(set, media);
  for (const item of set.items) {
    const tracks = item.objects.map(({ label, x1, y1, x2, y2 }, at) => {
      const box = (frame: number, outside: number): string =>
        `<box frame="${frame}" keyframe="1" outside="${outside}" occluded="0" xtl="${layout.isDamaged(item, at) ? 'x' : x1}" ytl="${y1}" xbr="${x2}" ybr="${y2}"/>\n`;
      return `<track id="${at}" label="${escaped(label)}">\n${box(0, 0)}${box(FRAMES.length, 1)}</track>\n`;
    });
    layout.text(
      joined(item.part, item.folder, `${layout.spelled(item.stem)}.xml`),
      `<?xml version="1.0"?>\n<annotations>\n<version>1.1</version>\n<meta><task>${set.isSparse ? '' : '<size>10</size><start_frame>0</start_frame><stop_frame>9</stop_frame>'}<source>${escaped(layout.spelled(nameOf(item)))}</source></task></meta>\n${tracks.join('')}</annotations>\n`,
    );
    layout.medium(item, joined(item.part, item.folder, nameOf(item)));
  }
  return layout;
};

const labelStudioVideo: LayoutWriter = (set, media) => {
  const layout = new LayoutFiles(set, media);
  layout.json(
    'tasks.json',
    set.items.map(item => ({
      data: {
        video: `/data/local-files/?d=${encodeURIComponent(layout.spelled(joined('videos', item.part, item.folder, nameOf(item))))}`,
      },
      annotations: [
        {
          result: item.objects.map(({ label, x1, y1, x2, y2 }, at) => ({
            id: `r${at}`,
            type: 'videorectangle',
            original_width: width,
            original_height: height,
            value: {
              framesCount: 10,
              duration: 1,
              labels: [label],
              sequence: [
                {
                  frame: layout.isDamaged(item, at) ? 'x' : 1,
                  enabled: true,
                  x: (x1 / width) * 100,
                  y: (y1 / height) * 100,
                  width: ((x2 - x1) / width) * 100,
                  height: ((y2 - y1) / height) * 100,
                },
              ],
            },
          })),
        },
      ],
    })),
  );
  for (const item of set.items) layout.medium(item, joined('videos', item.part, item.folder, nameOf(item)));
  return layout;
};

/** Events begin at the second `x1` and end at `x2`. */
const eventsOf =
  (ending: 'vtt' | 'srt' | 'csv'): LayoutWriter =>
  (set, media) => {
    const layout = new LayoutFiles(set, media);
    const clock = (seconds: number, separator: string): string =>
      `00:0${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}${separator}000`;
    for (const item of set.items) {
      const cues = item.objects.map(({ label, x1, x2 }, at) => {
        const isDamaged = layout.isDamaged(item, at);
        if (ending === 'csv') return `${isDamaged ? 'x' : x1},${x2},"${label.replaceAll('"', '""')}"\n`;
        const separator = ending === 'vtt' ? '.' : ',';
        const [start, end] = isDamaged ? [x2, x1] : [x1, x2];
        return `\n${ending === 'srt' ? `${at + 1}\n` : ''}${clock(start, separator)} --> ${clock(end, separator)}\n${ending === 'vtt' ? escaped(label).replaceAll('&quot;', '"') : label}\n`;
      });
      const head = { vtt: 'WEBVTT\n', srt: '', csv: 'start,end,label\n' }[ending];
      layout.text(joined(item.part, item.folder, `${layout.spelled(item.stem)}.${ending}`), `${head}${cues.join('')}`);
      layout.medium(item, joined(item.part, item.folder, nameOf(item)));
    }
    return layout;
  };

/** Layouts of tools for videos. */
export const videoLayouts: readonly {
  readonly name: string;
  readonly write: LayoutWriter;
  /** Objects have a beginning and an end only. */
  readonly isSpans?: true;
}[] = [
  { name: 'MOT Challenge', write: mot },
  { name: 'CVAT for video', write: cvatVideo },
  { name: 'Label Studio', write: labelStudioVideo },
  { name: 'WebVTT', write: eventsOf('vtt'), isSpans: true },
  { name: 'SubRip', write: eventsOf('srt'), isSpans: true },
  { name: 'CSV of events', write: eventsOf('csv'), isSpans: true },
];
