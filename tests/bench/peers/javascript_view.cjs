// Visible regions by the npm package visibility-polygon: one line a view, microseconds (best of five) and area.
//   node javascript_view.cjs NODE_MODULES MOST < world (as for cgal_view)
const path = require('path');
const [modules, most] = process.argv.slice(2);
const { compute } = require(path.join(modules, 'visibility-polygon'));
const numbers = require('fs').readFileSync(0, 'utf8').split(/\s+/).filter(Boolean).map(Number);
let at = 0;
const next = () => numbers[at++];
const edges = [];
const ring = (corners) => corners.forEach((c, k) => edges.push([c, corners[(k + 1) % corners.length]]));
const [wide, high] = [next(), next()];
ring([[0, 0], [wide, 0], [wide, high], [0, high]]);
for (let k = next(); k > 0; k--) ring(Array.from({ length: next() }, () => [next(), next()]));
const eyes = Array.from({ length: next() }, () => [next(), next()]).slice(0, +most);
eyes.slice(0, 4).forEach((eye) => compute(eye, edges));
for (const eye of eyes) {
  let best = Infinity;
  let seen = [];
  for (let turn = 0; turn < 5; turn++) {
    const start = process.hrtime.bigint();
    seen = compute(eye, edges);
    best = Math.min(best, Number(process.hrtime.bigint() - start) / 1e3);
  }
  const twice = seen.reduce((sum, [x, y], k) => {
    const [u, v] = seen[(k + 1) % seen.length];
    return sum + x * v - y * u;
  }, 0);
  console.log(best, Math.abs(twice / 2));
}
