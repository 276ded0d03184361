/** The texts of this plugin on screen, by the file that shows them; `shared` are those of several. */
export const messages = {
  shared: {
    analysingImage: 'Analysing image…',
    enterAccepts: 'Enter accepts',
    dragABoxAroundTheObject: 'Drag a box around the object',
  },
  itemSegmentation: {
    readySam2: 'Ready · SAM 2',
    largeImage: 'Large image',
    noModel: 'No model',
    modelFailed: 'The model failed',
    pictureIsNotOnThisServer: 'The picture is not on this server',
    noConnection: 'No connection',
    modelDoesNotAnswer: 'The model does not answer',
  },
  magicTool: {
    magic: 'Magic',
    letGoOfCtrlToSend: 'Let go of Ctrl to send',
    clickTheObjectOrDrag: 'Click the object or drag a box',
    dragOverIt: 'Drag over it: left in, right out',
  },
  magicWork: { nothingWasFoundHere: 'Nothing was found here', helpFailed: 'The help failed. Try again.' },
  scissorsTool: {
    intelligentScissors: 'Intelligent scissors',
    clickOnABorderToBegin: 'Click on a border to begin',
    clickAlongTheBorder: 'Click along the border',
    enterCloses: 'Enter closes, Shift is straight',
  },
  textTool: {
    readText: 'Read text (OCR)',
    clickAnObjectToRead: 'Click an object to read its text',
    noTextModelIsInstalled: 'No text model is installed',
    textCouldNotBeRead: 'The text could not be read',
    thisItemIsReadOnly: 'This item is read-only',
    classHasNoAttribute: 'The class has no attribute of type ocr',
    readText2: 'Read text',
    noTextWasFound: 'No text was found',
    readCountObjects: (count: number) => `Read ${count} objects`,
  },
  visionSealedWorker: { imageLibraryFailed: 'the image library failed' },
  visionWorker: { itWasClosed: 'it was closed', itCouldNotBeLoaded: 'it could not be loaded' },
  wandTool: {
    colourWand: 'Colour wand',
    clickAColour: 'Click a colour',
    dragForMoreOrLess: 'Drag for more or less of it',
  },
  wireWork: { lineEnclosesNothing: 'The line encloses nothing.', imageToolsFailed: 'The image tools failed.' },
};
