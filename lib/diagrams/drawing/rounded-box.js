/** Appends a rectangle with round corners to a group of d3. */
export function roundedBox(group, className, x, y, width, height, round) {
  group
    .append("rect")
    .attr("class", className)
    .attr("x", x)
    .attr("y", y)
    .attr("width", width)
    .attr("height", height)
    .attr("rx", round);
}
