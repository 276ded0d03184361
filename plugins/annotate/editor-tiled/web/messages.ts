/** The texts of this plugin on screen, by the file that shows them; `shared` are those of several. */
export const messages = {
  shared: { goToCoordinates: 'Go to coordinates', nextCellNotSeenYet: 'Next cell not seen yet' },
  tiledEditor: { youHaveSeenAll: 'You have seen all of the image.' },
  tiledKeys: {
    goToTheNeighbouringCell: 'Go to the neighbouring cell (without a selection)',
    zoomInByALevel: 'Zoom in by a level',
    zoomOutByALevel: 'Zoom out by a level',
    showOrHideWhichCells: 'Show or hide which cells were seen',
  },
  tiledOptions: {
    placeInTheImage: 'Place in the image',
    scaleLength: (length: string) => `Scale: ${length}`,
    whichCellsWereSeen: 'Which cells were seen',
    seenOfTotalCellsSeen: (seen: number, total: number) => `${seen} of ${total} cells seen`,
    writeAPlaceOnTheImage: (example: string) => `Write a place on the image, such as ${example}.`,
    coordinates: 'Coordinates',
    pixels: 'Pixels',
    ground: 'Map',
    onMap: 'In the reference system of the map, as x, y. Add @ 50 % for a zoom.',
    inPixels: 'In pixels, as x, y. Add @ 50 % for a zoom.',
    go: 'Go',
    cuttingIntoTiles: 'Cutting into tiles',
    imageIsBeingCutIntoTiles: 'The image is being cut into tiles',
    youCanWork: 'You can work on the parts that are already there.',
    imageCouldNotBeCut: 'The image could not be cut into tiles',
    cutItAgain: 'Cut it again',
  },
};
