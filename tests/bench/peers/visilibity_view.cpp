// Visible regions by VisiLibity1: one line a view, microseconds (best of three) and area.
//   visilibity_view [most views] < world (as for cgal_view)
#include "visilibity.hpp"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <string>
#include <vector>

using namespace VisiLibity;

static double now() {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

int main(int count, char **words) {
  std::size_t outlines, views, most = count > 1 ? std::stoul(words[1]) : 1000000;
  double wide, high;
  std::cin >> wide >> high >> outlines;
  std::vector<Polygon> rings{Polygon({Point(0, 0), Point(wide, 0), Point(wide, high), Point(0, high)})};
  for (std::size_t k = 0; k < outlines; k++) {
    std::size_t corners;
    std::cin >> corners;
    std::vector<Point> outline;
    for (std::size_t j = 0; j < corners; j++) { double x, y; std::cin >> x >> y; outline.emplace_back(x, y); }
    Polygon hole(outline);
    if (hole.area() > 0) hole.reverse();  // holes run the other way
    rings.push_back(hole);
  }
  Environment room(rings);
  std::cin >> views;
  std::cout.precision(17);
  for (std::size_t k = 0; k < views; k++) {
    double x, y;
    std::cin >> x >> y;
    if (k >= most) break;
    double best = 1e300, area = 0;
    for (int turn = 0; turn < 3; turn++) {
      double start = now();
      Visibility_Polygon seen(Point(x, y), room, 1e-7);
      best = std::min(best, now() - start);
      area = seen.area();
    }
    std::cout << best << ' ' << area << '\n';
  }
}
