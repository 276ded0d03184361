/** A compiled program and the places of its uniforms. */
export interface Program {
  readonly program: WebGLProgram;
  readonly uniform: (name: string) => WebGLUniformLocation | null;
}

/** Programs by their context and sources; they last as long as it. */
const compiled = new WeakMap<WebGL2RenderingContext, Map<string, Program>>();

/** Returns a program of a context, compiled and linked once. @throws Error with the driver's log. */
export function programOf(gl: WebGL2RenderingContext, vertex: string, fragment: string): Program {
  const known = compiled.get(gl) ?? new Map<string, Program>();
  compiled.set(gl, known);
  const key = `${vertex}\n${fragment}`;
  const found = known.get(key);
  // After a lost context was restored, programs of before are no longer its own.
  if (found !== undefined && gl.isProgram(found.program)) return found;
  const made = compileProgram(gl, vertex, fragment);
  known.set(key, made);
  return made;
}

function compileProgram(gl: WebGL2RenderingContext, vertex: string, fragment: string): Program {
  const program = gl.createProgram();
  gl.attachShader(program, compile(gl, gl.VERTEX_SHADER, vertex));
  gl.attachShader(program, compile(gl, gl.FRAGMENT_SHADER, fragment));
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
    throw new Error(`The stage program does not link: ${gl.getProgramInfoLog(program)}`);
  const uniforms = new Map<string, WebGLUniformLocation | null>();
  return {
    program,
    uniform(name) {
      if (!uniforms.has(name)) uniforms.set(name, gl.getUniformLocation(program, name));
      return uniforms.get(name)!;
    },
  };
}

function compile(gl: WebGL2RenderingContext, kind: number, source: string): WebGLShader {
  const shader = gl.createShader(kind)!;
  gl.shaderSource(shader, source);
  gl.compileShader(shader);
  if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost())
    throw new Error(`A stage shader does not compile: ${gl.getShaderInfoLog(shader)}`);
  return shader;
}
