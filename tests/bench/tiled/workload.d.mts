export declare const SIDE: number;
export declare function polygonPoints(count: number): readonly (readonly number[])[];
