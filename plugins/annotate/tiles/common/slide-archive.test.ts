import { describe, expect, it } from 'vitest';
import { slideArchive } from './slide-archive.ts';

describe('a slide in an archive', () => {
  it('should be found by the file that a reader opens', () => {
    expect(slideArchive(['a/kidney.mrxs', 'a/kidney/Slidedat.ini', 'a/kidney/Data0000.dat'])).toEqual({
      kind: 'files',
      main: 'a/kidney.mrxs',
    });
    expect(slideArchive(['kidney.vms', 'kidney.jpg'])).toEqual({ kind: 'files', main: 'kidney.vms' });
    expect(slideArchive(['DICOM/1.dcm', 'DICOM/2.DCM', 'DICOM/notes.txt'])).toEqual({
      kind: 'dicom',
      paths: ['DICOM/1.dcm', 'DICOM/2.DCM'],
    });
    expect(slideArchive(['a.dzi', 'a_files/0/0_0.jpg'])).toBeUndefined();
  });

  it.each([
    [['a.mrxs', 'b.vms'], 'The archive has several slides.'],
    [['a.mrxs', 'b.dcm'], 'The archive has several slides.'],
    [['a.mrxs', 'Slidedat.ini'], 'but not a/Slidedat.ini. Pack the folder beside the file too.'],
  ])('should be refused in %j', (paths, message) => {
    expect(() => slideArchive(paths)).toThrow(message);
  });
});
