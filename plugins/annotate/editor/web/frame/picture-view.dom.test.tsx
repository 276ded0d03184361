import { Container } from 'inversify';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { PluginScope } from '#core/kernel/web/index.ts';
import type { ProjectLook } from '#plugins/annotate/annotations/common/index.ts';
import type { Editor } from '../kit/editor-type.ts';
import { PictureSettings } from './picture-settings.ts';
import { PictureView } from './picture-view.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

it('should give the stage of an editor the look that the project sets, and what the person chose instead', () => {
  const look: ProjectLook = {
    brightness: 1.5,
    contrast: 0.8,
    fill: 0.9,
    lines: 4,
    points: 14,
    labels: false,
    fontSize: 16,
  };
  document.body.innerHTML = '<main></main>';
  const container = new Container();
  const settings = new PictureSettings();
  container.bind(PictureSettings).toConstantValue(settings);
  const stage = { style: { hidden: false } };
  const root = createRoot(document.querySelector('main')!);
  act(() =>
    root.render(
      <PluginScope container={container}>
        <PictureView editor={{ stage } as unknown as Editor} look={look} />
      </PluginScope>,
    ),
  );
  expect(stage).toMatchObject({
    look: { brightness: 1.5, contrast: 0.8 },
    style: { hidden: false, fillOpacity: 0.9, strokeWidth: 4, dotSize: 14 },
    labels: { shown: false, fontSize: 16 },
  });
  act(() => settings.setShapes({ fill: 0.1 }));
  act(() => settings.setLook({ brightness: 2 }));
  return vi.waitFor(() =>
    expect(stage).toMatchObject({
      look: { brightness: 2, contrast: 0.8 },
      style: { fillOpacity: 0.1, strokeWidth: 4 },
    }),
  );
});
