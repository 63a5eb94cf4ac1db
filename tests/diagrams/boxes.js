/** Whether two boxes overlap. */
export function overlaps(one, other) {
  return (
    one.x < other.x + other.width && other.x < one.x + one.width &&
    one.y < other.y + other.height && other.y < one.y + one.height
  );
}
