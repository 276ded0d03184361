/** Returns a point in time some seconds later. */
export const addSeconds = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000);
