/** Numbers by which the shader knows a colouring. */
export const shaderModes = {
  height: 0,
  intensity: 1,
  classification: 2,
  color: 3,
  object: 4,
  label: 5,
  camera: 6,
} as const;

export const vertexShader = /* glsl */ `
  attribute float intensity;
  attribute float classification;
  attribute vec3 pointColor;
  attribute vec3 objectColor;
  uniform int mode;
  uniform vec3 blank;
  uniform float size;
  uniform vec2 heights;
  uniform vec3 cropMin;
  uniform vec3 cropMax;
  varying vec3 shade;

  // Polynomial of the Turbo colour map (A. Mikhailov, 2019).
  vec3 turbo(float t) {
    vec4 v4 = vec4(1.0, t, t * t, t * t * t);
    vec2 v2 = v4.zw * v4.z;
    return vec3(
      dot(v4, vec4(0.13572138, 4.61539260, -42.66032258, 132.13108234)) + dot(v2, vec2(-152.94239396, 59.28637943)),
      dot(v4, vec4(0.09140261, 2.19418839, 4.84296658, -14.18503333)) + dot(v2, vec2(4.27729857, 2.82956604)),
      dot(v4, vec4(0.10667330, 12.64194608, -60.58204836, 110.36276771)) + dot(v2, vec2(-89.90310912, 27.34824973))
    );
  }

  vec3 hue(float h) {
    return 0.35 + 0.6 * clamp(abs(mod(h * 6.0 + vec3(0.0, 4.0, 2.0), 6.0) - 3.0) - 1.0, 0.0, 1.0);
  }

  void main() {
    vec4 place = modelMatrix * vec4(position, 1.0);
    gl_Position = projectionMatrix * viewMatrix * place;
    gl_PointSize = size;
    if (any(lessThan(place.xyz, cropMin)) || any(greaterThan(place.xyz, cropMax))) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    if (mode == 1) shade = turbo(0.08 + 0.9 * pow(clamp(intensity, 0.0, 1.0), 0.5));
    else if (mode == 2) shade = hue(fract(classification * 0.61803));
    else if (mode == 3) shade = pointColor;
    else if (mode == 4) shade = objectColor;
    else if (mode == 5 || mode == 6) shade = objectColor == vec3(0.0) ? blank : objectColor;
    else shade = turbo(0.06 + 0.9 * clamp((place.z - heights.x) / max(0.01, heights.y - heights.x), 0.0, 1.0));
  }
`;

export const fragmentShader = /* glsl */ `
  varying vec3 shade;
  void main() {
    gl_FragColor = vec4(shade, 1.0);
  }
`;
