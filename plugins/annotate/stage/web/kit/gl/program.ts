/** A compiled program and the places of its uniforms. */
export interface Program {
  readonly program: WebGLProgram;
  readonly uniform: (name: string) => WebGLUniformLocation | null;
}

/** Programs by their context and sources; they last until it is lost. */
const compiled = new WeakMap<WebGL2RenderingContext, Map<string, Program>>();

/** Returns a program of a context, compiled and linked once. @throws Error with the driver's log. */
export function programOf(gl: WebGL2RenderingContext, vertex: string, fragment: string): Program {
  const known = compiled.get(gl) ?? programsOf(gl);
  const key = `${vertex}\n${fragment}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = compileProgram(gl, vertex, fragment);
  known.set(key, made);
  return made;
}

/** Asking the context whether a program is still its own would wait for all it is drawing. */
function programsOf(gl: WebGL2RenderingContext): Map<string, Program> {
  const programs = new Map<string, Program>();
  compiled.set(gl, programs);
  for (const event of ['webglcontextlost', 'webglcontextrestored'])
    gl.canvas.addEventListener(event, () => programs.clear());
  return programs;
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
