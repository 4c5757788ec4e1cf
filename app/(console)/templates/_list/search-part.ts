// The code that the list needs to load more than its first rows, in one module so that it is one file.
export { ProblemAlert } from "@/app/_forms/problem-alert";
export { loadMore, search } from "./listing-work";
