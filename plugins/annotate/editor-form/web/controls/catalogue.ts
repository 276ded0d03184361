import { lazy } from 'react';
import type { ComponentType } from 'react';
import type { FormComponent } from '#plugins/annotate/form/common/index.ts';
import { CheckboxControl, RadioControl } from './choices.tsx';
import { CompareControl, RatingControl, VotingControl } from './scales.tsx';
import type { ControlProps } from './control.ts';
import { DateControl, NumberControl, SliderControl, TimeControl } from './numbers.tsx';
import { AudioControl, AvatarControl, ImageControl, LinkControl, VideoControl } from './media.tsx';
import { LaterNotice, ParagraphControl } from './shown.tsx';
import { SelectControl } from './select.tsx';
import { AreaControl, LineControl } from './texts.tsx';

const heavy = (load: () => Promise<{ default: ComponentType<ControlProps> }>): ComponentType<ControlProps> =>
  lazy(load);

const controls: Readonly<Record<string, ComponentType<ControlProps>>> = {
  input: LineControl,
  textarea: AreaControl,
  number: NumberControl,
  slider: SliderControl,
  dateTime: DateControl,
  time: TimeControl,
  radio: RadioControl,
  checkbox: CheckboxControl,
  select: SelectControl,
  voting: VotingControl,
  rating: RatingControl,
  compare: CompareControl,
  image: ImageControl,
  avatar: AvatarControl,
  video: VideoControl,
  audio: AudioControl,
  url: LinkControl,
  link: LinkControl,
  pdf: heavy(() => import('./pdf.tsx')),
  pdfComponent: heavy(() => import('./pdf.tsx')),
  paragraph: ParagraphControl,
  webComponent: heavy(() => import('../web-component/web-component.tsx')),
  upload: heavy(() => import('./upload.tsx')),
  markdown: heavy(() => import('./markdown.tsx')),
  code: heavy(() => import('./code.tsx')),
  csv: heavy(() => import('./table.tsx')),
  ranking: heavy(() => import('./ranking.tsx')),
  likertTable: heavy(() => import('./likert-table.tsx')),
  chat: heavy(() => import('./chat.tsx')),
};

/** The control of a component; what has none says that it cannot be shown yet. */
export const controlOf = ({ type }: FormComponent): ComponentType<ControlProps> => controls[type] ?? LaterNotice;
