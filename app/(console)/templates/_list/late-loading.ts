// What only loading more needs. It comes with the first click.
export { loadPage } from "./load-page";
export { searchAll, waitSeconds } from "./search-all";
export { readAgain, withPage } from "./with-page";
