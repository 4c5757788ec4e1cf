// What the list needs once it loads more than it came with, named here so that it is one file.
export { ProblemAlert } from "@/app/_forms/problem-alert";
export { loadMore, search } from "./listing-work";
