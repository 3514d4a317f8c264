import sharp from 'sharp';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, IMAGE } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { PASSWORD, START, fillWorld, startApi, type TestApi } from '../../../tests/support/api.ts';
import { withTestDatabase } from '../../../tests/support/postgres.ts';
import { encodePicture } from './encode.ts';
import { createPictures } from './index.ts';

const test = withTestDatabase();
let api: TestApi;

const ACCOUNT = { account: ['r', 'u', 'au', 'cu'], units: ['r'] };

beforeAll(async () => {
  await fillWorld(test.database);
  await test.database.query('update role set permissions = $1 where account_id in (1, 2)', [ACCOUNT]);
  await test.database.query(
    `update role set permissions = '{"account":["r","u","cu"],"units":["r"]}' where account_id = 4`,
  );
});
beforeEach(async () => {
  await test.database.query('update app_user set picture = null');
  for (const table of ['account_logo', 'image']) await test.database.query(`delete from ${table}`);
  await test.database.query(
    "update account set allow_white_labelling = id in (2, 4), host_name = case when id = 4 then 'blue.example' end, default_theme = ''",
  );
  api = await startApi(test.database);
});
afterEach(() => api.close());

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } });
const png = (width = 40, height = 20) => picture(width, height).png().toBuffer();
const BOUNDARY = 'test-boundary';

/** A form as a browser sends it; parts in the order given. */
function form(parts: [name: string, value: string | Buffer][]): Buffer {
  return Buffer.concat([
    ...parts.flatMap(([name, value]) => [
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${typeof value === 'string' ? '' : '; filename="picture.gif"\r\nContent-Type: image/gif'}\r\n\r\n`,
      ),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
}

async function upload(parts: [string, string | Buffer][]) {
  const answer = await api.server.inject({
    method: 'POST',
    url: '/upload',
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: form(parts),
  });
  return {
    status: answer.statusCode,
    ...answer.json<{
      error: { code: string; message: string; fields?: { field: string; message: string }[] } | null;
      data: { image_id: string; url: string; width: number; height: number };
    }>(),
  };
}
const uploaded = async (token: string, bytes: Buffer) =>
  (
    await upload([
      ['token', token],
      ['file', bytes],
    ])
  ).data.image_id;

describe('a picture that is encoded again', () => {
  it('loses the data about the photo, is upright and fits', async () => {
    const photo = await picture(3_000, 1_500)
      .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '51/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    const made = await encodePicture(photo);
    if (!made.ok) throw new Error('refused');
    expect(made.value).toMatchObject({ type: 'image/jpeg', width: 512, height: 1_024 });
    const { exif, orientation, icc, format } = await sharp(made.value.data).metadata();
    expect({ exif, orientation, icc, format }).toEqual({
      exif: undefined,
      orientation: undefined,
      icc: undefined,
      format: 'jpeg',
    });
  });

  it('stays a PNG with its transparency, is not blown up, and carries nothing behind its end', async () => {
    const clear = await sharp({
      create: { width: 30, height: 30, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const made = await encodePicture(Buffer.concat([clear, Buffer.from('<script>alert(1)</script>')]));
    if (!made.ok) throw new Error('refused');
    expect(made.value).toMatchObject({ type: 'image/png', width: 30, height: 30 });
    expect(made.value.data.includes('script')).toBe(false);
    expect((await sharp(made.value.data).metadata()).hasAlpha).toBe(true);
  });

  it('is no picture when it is another kind, cut off, only looks like one, or is a bomb', async () => {
    const whole = await png(300, 300);
    const gif = await picture(5, 5).gif().toBuffer();
    const webp = await picture(5, 5).webp().toBuffer();
    const bomb = await sharp({
      create: { width: 7_000, height: 7_000, channels: 3, background: '#fff' },
      limitInputPixels: false,
    })
      .png()
      .toBuffer();
    expect(bomb.length).toBeLessThan(IMAGE.bytes);
    for (const bytes of [
      gif,
      webp,
      bomb,
      whole.subarray(0, 60),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      Buffer.concat([whole.subarray(0, 8), Buffer.alloc(200)]),
      Buffer.alloc(0),
    ]) {
      expect(await encodePicture(bytes)).toEqual({ ok: false, error: 'notAnImage' });
    }
  });
});

describe('uploading', () => {
  it('answers where the picture is, which is served for ever as what it is', async () => {
    const { token } = await api.signIn('consumer');
    const { status, error, data } = await upload([
      ['file', await png()],
      ['token', token],
      ['account', '4'],
    ]);
    expect([status, error]).toEqual([200, null]);
    expect(data).toEqual({
      image_id: expect.stringMatching(/^[\w-]{24}$/),
      url: `/images/${data.image_id}`,
      width: 40,
      height: 20,
    });
    const served = await api.server.inject(data.url);
    expect(served.statusCode).toBe(200);
    expect(served.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect((await sharp(served.rawPayload).metadata()).width).toBe(40);
    for (const id of ['x'.repeat(24), 'short', '..%2f..%2fetc'])
      expect((await api.server.inject(`/images/${id}`)).statusCode).toBe(404);
  });

  it('refuses who is not signed in, what is too large, what is no picture, and what is no form', async () => {
    const { token } = await api.signIn('consumer');
    const bytes = await png();
    expect((await upload([['file', bytes]])).error?.code).toBe(ERROR.accessToken);
    expect(
      (
        await upload([
          ['token', 'nobody-knows-this-token'],
          ['file', bytes],
        ])
      ).error?.code,
    ).toBe(ERROR.accessToken);
    expect(
      (
        await upload([
          ['token', token],
          ['file', Buffer.from('GIF89a')],
        ])
      ).error,
    ).toMatchObject({
      code: ERROR.validation,
      fields: [{ field: 'file', message: 'Uploaded file is not a valid image. Only JPG, PNG files are allowed.' }],
    });
    const large = await upload([
      ['token', token],
      ['file', Buffer.alloc(IMAGE.bytes + 1)],
    ]);
    expect([large.status, large.error?.code, large.error?.message]).toEqual([
      413,
      ERROR.bodyTooLarge,
      'File too large: at most 2 MB.',
    ]);
    expect((await upload([['token', token]])).error?.fields?.[0]?.field).toBe('file');
    const text = await api.server.inject({ method: 'POST', url: '/upload', payload: { token } });
    expect([text.statusCode, text.json().error.code]).toEqual([400, ERROR.malformed]);
    expect(
      (
        await upload([
          ['token', token],
          ['file', bytes],
          ['file', bytes],
        ])
      ).error?.code,
    ).toBe(ERROR.malformed);
    expect(await test.database.query('select 1 from image')).toEqual([]);
  });
});

describe('one’s own picture', () => {
  it('is taken, shown and removed; nobody takes another’s', async () => {
    const [consumer, dealer] = [await api.signIn('consumer'), await api.signIn('dealer')];
    const image_id = await uploaded(consumer.token, await png());
    expect((await api.call('uploadProfilePic', { image_id }, { token: dealer.token })).error?.fields?.[0]?.field).toBe(
      'image_id',
    );
    expect((await api.call('uploadProfilePic', { image_id }, { token: consumer.token })).data.picture).toBe(
      `/images/${image_id}`,
    );
    expect((await api.call('getUserProfile', {}, { token: consumer.token })).data.picture).toBe(`/images/${image_id}`);
    const { data: signedIn } = await api.call('signin', { username: 'consumer', password: PASSWORD });
    expect(signedIn.user.picture).toBe(`/images/${image_id}`);
    const own = async () => (await api.call('getUserAccounts', {}, { token: consumer.token })).data.user.picture;
    expect(await own()).toBe(`/images/${image_id}`);
    expect((await api.call('uploadProfilePic', { image_id: '' }, { token: consumer.token })).data.picture).toBe('');
    expect(await own()).toBe('');
  });

  it('stays, while what is used nowhere goes after a day', async () => {
    const { token } = await api.signIn('consumer');
    const [kept, unused] = [await uploaded(token, await png()), await uploaded(token, await png())];
    await api.call('uploadProfilePic', { image_id: kept }, { token });
    const pictures = createPictures(test.database);
    expect(await pictures.purge(START + DAY)).toBe(0);
    expect(await pictures.purge(START + DAY + 1)).toBe(1);
    expect(await pictures.read(unused)).toBeNull();
    expect(await pictures.read(kept)).not.toBeNull();
  });
});

describe('logos', () => {
  const setLogo = async (username: string, account: number, account_id: number, version = 'dark', remove = false) => {
    const { token } = await api.signIn(username, account);
    const image_id = remove ? '' : await uploaded(token, await png());
    return { ...(await api.call('uploadLogo', { account_id, version, image_id }, { token, account })), image_id };
  };
  const branding = async (username: string, account_id: number) => {
    const { token } = await api.signIn(username);
    return (await api.call('selectAccount', { account_id }, { token })).data.branding as {
      account_id: number | null;
      name: string;
      logos: Record<string, string>;
    };
  };

  it('are of four versions, for the own account and those below', async () => {
    const own = await setLogo('dealer', 2, 2, 'light');
    expect(own.data.logos).toEqual({ light: `/images/${own.image_id}` });
    const below = await setLogo('dealer', 2, 4, 'collapsed');
    expect(below.data).toMatchObject({ account_id: 4, logos: { collapsed: `/images/${below.image_id}` } });
    expect((await setLogo('dealer', 2, 2, 'light', true)).data.logos).toEqual({});
    expect((await setLogo('dealer', 2, 2, 'huge')).error?.code).toBe(ERROR.validation);
  });

  it('need the grant of white labelling, reach and permission', async () => {
    expect((await setLogo('dealer', 2, 5)).error).toMatchObject({ code: ERROR.conflict });
    expect((await setLogo('dealer', 2, 3)).error?.code).toBe(ERROR.notFound);
    await test.database.query('update account set allow_white_labelling = true where id = 8');
    await test.database.query('update account set restrict_sub_accounts = false where id in (4, 6)');
    await api.directory.reload();
    expect((await setLogo('consumer', 4, 8)).error?.code).toBe(ERROR.accessRight);
    await test.database.query('update account set restrict_sub_accounts = true where id = 6');
  });

  it('are seen by the account and those below that have none of their own', async () => {
    expect(await branding('restricted', 6)).toEqual({
      account_id: null,
      name: '',
      logos: {},
      default_theme: '',
      default_language: '',
    });
    const { image_id: dealers } = await setLogo('dealer', 2, 2);
    expect(await branding('restricted', 6)).toMatchObject({
      account_id: 2,
      name: 'North Dealer',
      logos: { dark: `/images/${dealers}` },
    });
    expect(await branding('red', 7)).toMatchObject({ account_id: null });
    const { image_id: own } = await setLogo('dealer', 2, 4);
    expect(await branding('restricted', 6)).toMatchObject({ account_id: 4, logos: { dark: `/images/${own}` } });
    await test.database.query('update account set allow_white_labelling = false where id = 4');
    expect(await branding('restricted', 6)).toMatchObject({ account_id: 2 });
  });

  it('are known by host name before anybody signed in', async () => {
    await test.database.query("update account set default_theme = 'teal' where id = 4");
    const ask = async (host: string) => (await api.call('getConfigData', { host })).data;
    expect(await ask('Blue.Example:8443')).toMatchObject({
      account_id: 4,
      name: 'Blue Freight',
      default_theme: 'teal',
    });
    expect(await ask('other.example')).toMatchObject({ account_id: null });
    expect(await ask('')).toMatchObject({ account_id: null });
    const page = await api.server.inject({ url: '/client-config/host', headers: { host: 'blue.example' } });
    expect(page.json()).toEqual({ host: 'blue.example' });
  });
});

describe('the settings of an account', () => {
  it('come with entering it, with the defaults of what was never chosen', async () => {
    await test.database.query(`update account set settings = '{"timezone": "Asia/Tehran"}' where id = 4`);
    const { token } = await api.signIn('consumer');
    expect((await api.call('selectAccount', { account_id: 4 }, { token })).data.settings).toEqual({
      timezone: 'Asia/Tehran',
      date_format: 'DD/MM/YYYY',
      time_format: 'hh:mm A',
      date_time_format: 'DD/MM/YYYY HH:mm A',
      skipFormat: false,
    });
  });
});
