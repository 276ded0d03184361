import sharp from 'sharp';

export const ANA = 'ana@bench.test';
export const QUINN = 'quinn@bench.test';

/** A project of as many pictures, with a class and an attribute, an annotator and a reviewer. */
export async function seeded(server, name, items) {
  const call = (method, path, body) => server.call(method, path, { as: 'browser', body });
  const { id: project } = await call('POST', '/project', { name, type: 1 });
  await call('POST', `/classes?project_id=${project}`, {
    classes: [
      {
        name: 'Car',
        color: '#D7263D',
        type: 1,
        attribute_groups: [
          { name: 'State', group_type: 'radio', attributes: [{ name: 'parked' }, { name: 'moving' }] },
        ],
      },
    ],
  });
  await call('POST', `/api/v1/project/${project}/share/bulk`, {
    users: [
      { user_id: ANA, user_role: 1 },
      { user_id: QUINN, user_role: 2 },
    ],
  });
  for (let number = 0; number < items; number += 1)
    await server.call('PUT', `/api/v1/project/${project}/upload?name=photo_${String(number).padStart(2, '0')}.png`, {
      as: 'browser',
      body: await picture(number),
      headers: { 'content-type': 'application/octet-stream' },
    });
  return project;
}

/** A grey picture with a plain coloured middle. */
async function picture(number) {
  const middle = await sharp({
    create: { width: 300, height: 300, channels: 3, background: number % 2 === 0 ? '#e04040' : '#40a040' },
  })
    .png()
    .toBuffer();
  return sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#808080' } })
    .composite([{ input: middle, gravity: 'centre' }])
    .png()
    .toBuffer();
}
