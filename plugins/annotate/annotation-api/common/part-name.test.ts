import { describe, expect, it } from 'vitest';
import { partNames } from './part-name.ts';

const header = (name: string): string => `form-data; name="${name}"; filename="${name}"`;

describe('the name of a part', () => {
  it.each(['a.jpg', 'quo"te.jpg', '"', 'a; name="b".jpg', 'a"; filename="b.jpg', '写真.jpg', '%20.jpg'])(
    'is %s as it was written',
    name => {
      expect(partNames(header(name))[0]).toBe(name);
    },
  );

  it('may also be one without the backslashes before quotes and backslashes', () => {
    expect(partNames(header('a\\"b\\\\c.jpg'))).toContain('a"b\\c.jpg');
  });

  it('may also be one of a browser', () => {
    expect(partNames(header('a%22b.jpg'))).toContain('a"b.jpg');
  });

  it('is read without a file name, and without quotes', () => {
    expect(partNames('form-data; name="a.jpg"')).toEqual(['a.jpg']);
    expect(partNames('form-data; name=a.jpg')).toEqual(['a.jpg']);
  });

  it('is none where the header has none', () => {
    expect(partNames('form-data')).toEqual([]);
    expect(partNames(header(''))).toEqual([]);
  });

  it('is the same whatever spaces are between and whatever the case of letters', () => {
    expect(partNames('form-data;name="a.jpg";  FileName="a.jpg" ')).toEqual(['a.jpg']);
    expect(partNames('form-data; name="a"; filename="b.jpg"')).toEqual(['a']);
  });

  it('is found in the longest header, and in none that is longer', () => {
    const hostile = `form-data; name="${'"; filename="'.repeat(300)}x`;
    partNames(hostile);
    expect(partNames(`${hostile}"`)).not.toEqual([]);
    expect(partNames(header('"; filename="'.repeat(1000)))).toEqual([]);
  });
});
