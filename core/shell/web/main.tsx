import 'reflect-metadata';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '#core/ui/web/tokens.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { onHookError } from '#core/base/common/index.ts';
import { ConfirmHost, offerClipboard, theme, watchTooltips } from '#core/ui/web/index.ts';
import { App } from './app.tsx';
import { openAddress } from './address.ts';
import { Routers } from './routers.ts';
import { Workbench } from './workbench.ts';

const address = openAddress();
const workbench = new Workbench(address.navigation);
onHookError((error, owner, hook) => {
  workbench.faults.report(owner, 'hook', error, hook);
  reportError(new Error(`${owner} failed in ${hook}`, { cause: error }));
});
const routers = new Routers(workbench, address);
// Before the first drawing: the server answers meanwhile.
void workbench.start();

watchTooltips(document);
offerClipboard(navigator);

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <QueryClientProvider client={workbench.queries}>
        <Notifications position="bottom-center" limit={3} />
        <ConfirmHost />
        <App workbench={workbench} routers={routers} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
