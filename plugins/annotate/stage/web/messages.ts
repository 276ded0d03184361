/** The texts of this plugin on screen, by the file that shows them. */
export const messages = {
  openImage: { decoderCouldNotBeStarted: 'the decoder could not be started' },
  stage: { pictureAndShapes: 'Picture and shapes' },
  stagePicture: {
    loadingThePicture: 'Loading the picture…',
    pictureCannotBeShown: (reason: string) => `The picture cannot be shown: ${reason}.`,
    tryAgain: 'Try again',
  },
};
