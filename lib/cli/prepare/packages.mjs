// Updates Node, then the packages: for `.ci/run`, which installs other programs meanwhile.
import { runMain } from "../command.mjs";
import { prepare } from "./prepare.mjs";

runMain(() => prepare({ build: false }));
