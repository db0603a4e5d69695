// Visible regions by CGAL with exact arithmetic.
//
//   cgal_view expansion|sweep [most views] < world
//
// The world: width and height; the number of outlines, each a count and its corners; the number
// of eyes and their places.  One line a view comes back: microseconds (best of five), area.
#include <CGAL/Arr_segment_traits_2.h>
#include <CGAL/Arr_walk_along_line_point_location.h>
#include <CGAL/Arrangement_2.h>
#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Rotational_sweep_visibility_2.h>
#include <CGAL/Triangular_expansion_visibility_2.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <string>
#include <vector>

using Kernel = CGAL::Exact_predicates_exact_constructions_kernel;
using Corner = Kernel::Point_2;
using Edge = Kernel::Segment_2;
using Plan = CGAL::Arrangement_2<CGAL::Arr_segment_traits_2<Kernel>>;

static double now() {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

template <class Method>
void look(const Plan &plan, const std::vector<Corner> &eyes) {
  Method method(plan);
  CGAL::Arr_walk_along_line_point_location<Plan> places(plan);
  Plan seen;
  bool first = true;
  for (const Corner &eye : eyes) {
    auto found = places.locate(eye);
    const Plan::Face_const_handle *face = boost::get<Plan::Face_const_handle>(&found);
    if (!face) { std::cout << "-1 0\n"; continue; }
    if (first) { method.compute_visibility(eye, *face, seen); first = false; }  // builds its triangles
    double best = 1e300, area = 0;
    for (int turn = 0; turn < 5; turn++) {
      seen.clear();
      double start = now();
      auto region = method.compute_visibility(eye, *face, seen);
      best = std::min(best, now() - start);
      if (turn) continue;
      auto begin = region->outer_ccb(), here = begin;
      do {
        double ax = CGAL::to_double(here->source()->point().x()), ay = CGAL::to_double(here->source()->point().y());
        double bx = CGAL::to_double(here->target()->point().x()), by = CGAL::to_double(here->target()->point().y());
        area += (ax * by - ay * bx) / 2;
      } while (++here != begin);
    }
    std::cout << best << ' ' << std::abs(area) << '\n';
  }
}

int main(int count, char **words) {
  double wide, high;
  std::size_t outlines, most = count > 2 ? std::stoul(words[2]) : 1000000;
  std::cin >> wide >> high >> outlines;
  std::cout.precision(17);
  std::vector<Edge> edges;
  auto ring = [&](const std::vector<Corner> &corners) {
    for (std::size_t k = 0; k < corners.size(); k++) edges.emplace_back(corners[k], corners[(k + 1) % corners.size()]);
  };
  ring({{0, 0}, {wide, 0}, {wide, high}, {0, high}});
  for (std::size_t k = 0; k < outlines; k++) {
    std::size_t corners;
    std::cin >> corners;
    std::vector<Corner> outline;
    for (std::size_t j = 0; j < corners; j++) { double x, y; std::cin >> x >> y; outline.emplace_back(x, y); }
    ring(outline);
  }
  std::size_t views;
  std::cin >> views;
  std::vector<Corner> eyes;
  for (std::size_t k = 0; k < views; k++) { double x, y; std::cin >> x >> y; if (k < most) eyes.emplace_back(x, y); }
  Plan plan;
  CGAL::insert_non_intersecting_curves(plan, edges.begin(), edges.end());
  if (std::string(words[1]) == "expansion") look<CGAL::Triangular_expansion_visibility_2<Plan>>(plan, eyes);
  else look<CGAL::Rotational_sweep_visibility_2<Plan>>(plan, eyes);
}
