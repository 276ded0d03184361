import { afterAll, beforeAll } from 'vitest';
import type { DatabaseKind } from '#core/data/server/index.ts';
import { DATABASE_TIMEOUT_MS } from '#tests/support/database.ts';
import type { TestApp, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { pictureOf, TransferClient, transferPlugins } from './import.support.ts';

export const [width, height] = [200, 100];

/** Opens a server with a team and a client that imports and exports. */
export function exchangeCalls(kind: DatabaseKind) {
  let app: TestApp;
  let team: TestTeam;
  let transfer: TransferClient;
  let picture: Buffer;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: [...transferPlugins, 'form-rows'] });
    team = await app.team('North');
    transfer = new TransferClient(app, team);
    picture = await pictureOf(width, height);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  const cvat = (
    name: string,
  ): string => `<annotations><version>1.1</version><meta><task><labels><label><name>Car</name><color>#123456</color><attributes><attribute><name>State</name><input_type>select</input_type><values>Parked\nMoving</values></attribute></attributes></label></labels></task></meta>
<image id="0" name="${name}" width="${width}" height="${height}"><box label="Car" xtl="10" ytl="20" xbr="50" ybr="60" source="manual" occluded="0"><attribute name="State">Moving</attribute></box><polygon label="Road" points="100,10;150,10;150,60" group_id="2"/><polyline label="Lane" points="1,2;30,40"/></image>
<image id="1" name="missing.jpg" width="10" height="10"><box label="Car" xtl="1" ytl="1" xbr="5" ybr="5"/></image></annotations>`;
  const instances = (
    json: Buffer,
  ): {
    type?: string;
    className?: string;
    points?: unknown;
    parts?: { color: string }[];
    attributes: { name: unknown }[];
  }[] => (JSON.parse(json.toString()) as { instances: ReturnType<typeof instances> }).instances;

  return {
    get team() {
      return team;
    },
    get transfer() {
      return transfer;
    },
    get picture() {
      return picture;
    },
    cvat,
    instances,
  };
}

export type ExchangeCalls = ReturnType<typeof exchangeCalls>;
